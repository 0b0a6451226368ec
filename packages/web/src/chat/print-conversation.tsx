import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { addressOf } from '../api/address-of.ts';
import { fetchOrThrow } from '../api/fetch-or-throw.ts';
import printClasses from '../document-viewer/print-view.module.css';
import { markMath } from './mark-math.ts';
import { rehypeMath, remarkMath } from './math-plugins.ts';
import classes from './print-conversation.module.css';

/** The branch, or the single answer, to print. */
export interface PrintedPart {
  readonly branch?: string | undefined;
  readonly answer?: string | undefined;
}

/** A model wrote the text: links lead to its footnotes alone, and nothing is loaded. */
const components: Components = {
  a: ({ node: _, href = '', children, ...footnote }) => {
    if (href.startsWith('#')) {
      return (
        <a {...footnote} href={href}>
          {children}
        </a>
      );
    }
    return href === '' || href === children ? children : [children, ` (${href})`];
  },
  img: ({ alt }) => <em>{alt}</em>,
};

/**
 * Prints a conversation with its sources as footnotes. The title of the tab, which names the file,
 * is that of the conversation meanwhile.
 */
export async function printConversation(id: string, part: PrintedPart): Promise<void> {
  const address = addressOf('exportConversation', { id }, { format: 'markdown', ...part });
  const text = await (await fetchOrThrow(address)).text();
  const box = document.createElement('div');
  box.className = `${printClasses.print} ${classes.text}`;
  box.dataset.print = '';
  const root = createRoot(box);
  flushSync(() =>
    root.render(
      <Markdown
        remarkPlugins={[remarkMath, remarkGfm]}
        rehypePlugins={[rehypeMath]}
        components={components}
      >
        {markMath(text)}
      </Markdown>,
    ),
  );
  document.body.append(box);
  const { title } = document;
  document.title = box.querySelector('h1')?.textContent ?? title;
  try {
    globalThis.print();
  } finally {
    document.title = title;
    root.unmount();
    box.remove();
  }
}
