import { Box, Button, Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { CopyButton } from '../components/copy-button.tsx';
import { Hint } from '../components/hint.tsx';
import { Page } from '../components/page.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useTab } from '../components/use-tab.ts';
import { useTexts } from '../i18n/language.tsx';
import type { Texts } from '../i18n/texts.ts';
import classes from './connect-page.module.css';
import { ConnectedApps } from './connected-apps.tsx';

interface Snippet {
  readonly client: string;
  readonly where: string;
  readonly text: string;
}

export function ConnectPage() {
  const texts = useTexts('connect');
  const { origin } = location;
  const [tab, openTab] = useTab(['mcp', 'openai', 'apps']);
  return (
    <Page
      title={texts.connect}
      description={texts.description}
      actions={
        <Button component={Link} to="/keys" variant="default" leftSection={<KeyRound size={16} />}>
          {texts.makeKey}
        </Button>
      }
    >
      <Text size="sm" mb="md">
        {texts.keyNote}
      </Text>
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <Tabs.List mb="md" className={classes.tabs}>
          <Tabs.Tab value="mcp">{texts.mcp}</Tabs.Tab>
          <Tabs.Tab value="openai">{texts.openai}</Tabs.Tab>
          <Tabs.Tab value="apps">{texts.apps}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mcp">
          <Stack>
            {listMcpSnippets(origin, texts).map((snippet) => (
              <SnippetCard key={snippet.client} snippet={snippet} />
            ))}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="openai">
          <Hint mb="md">{texts.models}</Hint>
          <Stack>
            {listOpenAiSnippets(origin, texts).map((snippet) => (
              <SnippetCard key={snippet.client} snippet={snippet} />
            ))}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="apps">
          <ConnectedApps />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function SnippetCard({ snippet: { client, where, text } }: { readonly snippet: Snippet }) {
  return (
    <TitledCard title={client}>
      <Hint mb="xs">{where}</Hint>
      <Group wrap="nowrap" align="flex-start" gap="xs">
        <Box flex={1} miw={0}>
          <Code block tabIndex={0}>
            {text}
          </Code>
        </Box>
        <CopyButton text={text} />
      </Group>
    </TitledCard>
  );
}

type ConnectWords = Texts['connect'];

function listMcpSnippets(origin: string, texts: ConnectWords): readonly Snippet[] {
  const url = `${origin}/mcp`;
  const headers = { Authorization: 'Bearer YOUR_KEY' };
  const write = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    {
      client: 'Claude Code',
      where: texts.inTerminal,
      text: `claude mcp add --transport http lectern ${url} --header "Authorization: Bearer YOUR_KEY"`,
    },
    { client: 'Claude Desktop', where: texts.claudeDesktop, text: url },
    {
      client: 'Cursor',
      where: texts.inFile('~/.cursor/mcp.json'),
      text: write({ mcpServers: { lectern: { url, headers } } }),
    },
    {
      client: 'VS Code',
      where: texts.inFile('.vscode/mcp.json'),
      text: write({
        inputs: [
          { type: 'promptString', id: 'lectern-key', description: 'Lectern', password: true },
        ],
        servers: {
          lectern: {
            type: 'http',
            url,
            // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code inserts the key here.
            headers: { Authorization: 'Bearer ${input:lectern-key}' },
          },
        },
      }),
    },
    {
      client: 'Codex',
      where: texts.inFile('~/.codex/config.toml'),
      text: `[mcp_servers.lectern]\nurl = "${url}"\nbearer_token_env_var = "LECTERN_API_KEY"`,
    },
    { client: 'Open WebUI', where: texts.openWebUiTools, text: url },
    {
      client: 'LibreChat',
      where: texts.inFile('librechat.yaml'),
      text: [
        'mcpServers:',
        '  lectern:',
        '    type: streamable-http',
        `    url: ${url}`,
        '    headers:',
        "      Authorization: 'Bearer {{LECTERN_API_KEY}}'",
        '    customUserVars:',
        '      LECTERN_API_KEY:',
        "        title: 'Lectern API key'",
        `        description: '${origin}/keys'`,
      ].join('\n'),
    },
    { client: texts.other, where: texts.otherText, text: url },
  ];
}

function listOpenAiSnippets(origin: string, texts: ConnectWords): readonly Snippet[] {
  const url = `${origin}/v1`;
  return [
    { client: 'Open WebUI', where: texts.openWebUi, text: url },
    {
      client: 'LibreChat',
      where: texts.inFile('librechat.yaml'),
      text: [
        'endpoints:',
        '  custom:',
        "    - name: 'Lectern'",
        "      apiKey: 'user_provided'",
        `      baseURL: '${url}'`,
        "      models: { default: ['lectern-knowledge', 'lectern-agent'], fetch: true }",
        '      titleConvo: true',
        "      titleModel: 'lectern-knowledge'",
        "      dropParams: ['stop']",
      ].join('\n'),
    },
    {
      client: texts.python,
      where: 'openai',
      text: [
        'from openai import OpenAI',
        '',
        `client = OpenAI(base_url="${url}", api_key="YOUR_KEY")`,
        'answer = client.chat.completions.create(',
        '    model="lectern-knowledge",',
        '    messages=[{"role": "user", "content": "What do our rules say?"}],',
        ')',
        'print(answer.choices[0].message.content)',
      ].join('\n'),
    },
    {
      client: 'curl',
      where: texts.inTerminal,
      text: [
        `curl ${url}/chat/completions \\`,
        '  -H "authorization: Bearer YOUR_KEY" -H "content-type: application/json" \\',
        '  -d \'{"model": "lectern-knowledge", "messages": [{"role": "user", "content": "Hello"}]}\'',
      ].join('\n'),
    },
  ];
}
