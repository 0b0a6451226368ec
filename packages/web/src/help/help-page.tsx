import { Box, Kbd, Table } from '@mantine/core';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';

const shortcuts = [
  { keys: ['Ctrl', 'K'], text: 'palette' },
  { keys: ['?'], text: 'help' },
  { keys: ['Ctrl', 'Shift', 'O'], text: 'newChat' },
  { keys: ['Ctrl', 'Shift', 'F'], text: 'search' },
  { keys: ['Enter'], text: 'send' },
  { keys: ['Shift', 'Enter'], text: 'newLine' },
  { keys: ['Space'], text: 'choose' },
  { keys: ['Shift', 'Space'], text: 'chooseRange' },
  { keys: ['Ctrl', 'P'], text: 'print' },
  { keys: ['Ctrl', 'Z'], text: 'undo' },
  { keys: ['Tab'], text: 'next' },
  { keys: ['Shift', 'Tab'], text: 'previous' },
  { keys: ['Esc'], text: 'close' },
] as const;

export function HelpPage() {
  const texts = useTexts('help');
  const names: Readonly<Record<string, string>> = texts.keyNames;
  return (
    <Page title={texts.title} description={texts.note}>
      {/* The focusable region lets the keyboard scroll a page longer than the screen. */}
      <Box tabIndex={0} role="region" aria-label={texts.title}>
        <Table>
          <Table.Tbody>
            {shortcuts.map(({ keys, text }) => (
              <Table.Tr key={text}>
                <Table.Td w={180}>
                  {keys.map((key, index) => (
                    <span key={key}>
                      {index > 0 && ' + '}
                      <Kbd>{names[key] ?? key}</Kbd>
                    </span>
                  ))}
                </Table.Td>
                <Table.Td>{texts[text]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </Page>
  );
}
