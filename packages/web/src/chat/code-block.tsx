import { Box } from '@mantine/core';
import { Children, isValidElement, type ReactNode } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { useTexts } from '../i18n/language.tsx';
import classes from './markdown-text.module.css';

export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const texts = useTexts('chat');
  const code = Children.toArray(children)[0];
  const properties = isValidElement<{ className?: string; children?: ReactNode }>(code)
    ? code.props
    : {};
  const language = /language-([\w+-]+)/.exec(properties.className ?? '')?.[1] ?? '';
  const text = String(properties.children ?? '').replace(/\n$/, '');
  return (
    <Box className={classes.code}>
      <Box className={classes.codeHead}>
        <span>{language}</span>
        <CopyButton text={text} label={texts.codeCopy} />
      </Box>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </Box>
  );
}
