import type { AnswerPlace } from '@lectern/contracts';
import { Anchor, Box } from '@mantine/core';
import {
  Children,
  createContext,
  isValidElement,
  memo,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remend from 'remend';
import { CitationChip, type CitedWords } from '../citations/citation-chip.tsx';
import { useColouredCode } from '../code/use-coloured-code.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { WideTable } from '../components/wide-table.tsx';
import { useTexts } from '../i18n/language.tsx';
import { isAllowedLink } from './is-allowed-link.ts';
import {
  markCitations,
  markPlaces,
  readCitationAddress,
  unsupportedAddress,
} from './mark-citations.ts';
import { hasMath, markMath } from './mark-math.ts';
import classes from './markdown-text.module.css';
import { remarkTableRows } from './remark-table-rows.ts';

export interface MarkdownTextProps {
  readonly text: string;
  /** Hides unfinished Markdown, such as half a link. */
  readonly isWriting: boolean;
  readonly citations: readonly CitedWords[];
  /** Statements that no source supports. */
  readonly places?: readonly AnswerPlace[];
  readonly openN: number | undefined;
  readonly onOpen: (n: number) => void;
}

type Plugins = Pick<Options, 'remarkPlugins' | 'rehypePlugins'>;

const plainPlugins: Plugins = { remarkPlugins: [remarkGfm, markCitations, remarkTableRows] };

const noPlaces: readonly AnswerPlace[] = [];

type Cited = Pick<MarkdownTextProps, 'citations' | 'openN' | 'onOpen'>;

const CitedContext = createContext<Cited>({ citations: [], openN: undefined, onOpen: () => {} });

/** A stable object: with new components the focused chip would be replaced. */
const components: Components = {
  a: CitedLink,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <WideTable minWidth={320} my="sm" striped withTableBorder>
      {children}
    </WideTable>
  ),
  img: ({ alt }) => <em>{alt}</em>,
};

/** Renders the Markdown of an answer. Markers `[n]` become chips; HTML stays text. */
export const MarkdownText = memo(function MarkdownText({
  text,
  isWriting,
  citations,
  places = noPlaces,
  openN,
  onOpen,
}: MarkdownTextProps) {
  const cited = useMemo(() => ({ citations, openN, onOpen }), [citations, openN, onOpen]);
  const marked = useMemo(
    () => markMath(isWriting ? remend(text.replace(/\[\d*$/, '')) : markPlaces(text, places)),
    [text, isWriting, places],
  );
  const plugins = usePlugins(hasMath(marked));
  return (
    <Box className={classes.text}>
      <CitedContext value={cited}>
        <Markdown {...plugins} components={components}>
          {marked}
        </Markdown>
      </CitedContext>
    </Box>
  );
});

interface CitedLinkProps {
  readonly href?: string | undefined;
  readonly children?: ReactNode;
}

function CitedLink({ href = '', children }: CitedLinkProps) {
  const { citations, openN, onOpen } = use(CitedContext);
  const texts = useTexts('chat');
  if (href === unsupportedAddress) {
    return (
      <sup className={classes.unsupported} title={texts.unsupportedHere}>
        <span aria-hidden>?</span>
        <span className="visually-hidden">{texts.unsupportedHere}</span>
      </sup>
    );
  }
  const n = readCitationAddress(href);
  if (n === undefined) {
    return (
      <AnswerLink address={href} citations={citations}>
        {children}
      </AnswerLink>
    );
  }
  const citation = citations.find((one) => one.n === n);
  return <CitationChip n={n} citation={citation} isOpen={openN === n} onOpen={onOpen} />;
}

/** Loads the formula renderer with the first formula. */
function usePlugins(wantsMath: boolean): Plugins {
  const [math, setMath] = useState<Plugins>();
  useEffect(() => {
    if (!wantsMath) return;
    void import('./math-plugins.ts').then(({ remarkMath, rehypeMath }) =>
      setMath({
        remarkPlugins: [remarkMath, remarkGfm, markCitations, remarkTableRows],
        rehypePlugins: [rehypeMath],
      }),
    );
  }, [wantsMath]);
  return (wantsMath && math) || plainPlugins;
}

interface AnswerLinkProps {
  readonly address: string;
  readonly citations: readonly CitedWords[];
  readonly children: ReactNode;
}

/** Renders an allowed link. Any other link becomes its text with the full address. */
function AnswerLink({ address, citations, children }: AnswerLinkProps) {
  if (isAllowedLink(address, citations)) {
    return (
      <Anchor href={address} target="_blank" rel="noreferrer" underline="always">
        {children}
      </Anchor>
    );
  }
  const isShown = typeof children === 'string' && address.endsWith(children);
  return isShown || address === '' ? children : [children, ` (${address})`];
}

function CodeBlock({ children }: { readonly children: ReactNode }) {
  const texts = useTexts('chat');
  const code = Children.toArray(children)[0];
  const properties = isValidElement<{ className?: string; children?: ReactNode }>(code)
    ? code.props
    : {};
  const language = /language-([\w+-]+)/.exec(properties.className ?? '')?.[1] ?? '';
  const text = String(properties.children ?? '').replace(/\n$/, '');
  const element = useRef<HTMLElement>(null);
  useColouredCode(element, language, text);
  return (
    <Box className={classes.code}>
      <Box className={classes.codeHead}>
        <span>{language}</span>
        <CopyButton text={text} label={texts.codeCopy} />
      </Box>
      <pre tabIndex={0}>
        <code ref={element}>{text}</code>
      </pre>
    </Box>
  );
}
