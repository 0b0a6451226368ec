import { useState } from 'react';
import type { AppSource } from './app-source.ts';
import type { CallTool } from './document-part.ts';
import { SourceView } from './source-view.tsx';
import type { AppTexts } from './texts.ts';

export interface EvidenceViewProps {
  /** At least one. */
  readonly sources: readonly AppSource[];
  readonly texts: AppTexts;
  /** Undefined if the client does not let views call tools. */
  readonly callTool: CallTool | undefined;
}

/** Lists the sources by document and shows the open one with its quote marked. */
export function EvidenceView({ sources, texts: allTexts, callTool }: EvidenceViewProps) {
  const texts = allTexts.viewer;
  const [index, setIndex] = useState(0);
  const open = sources[index] ?? sources[0];
  if (!open) return null;
  const documents = [...Map.groupBy(sources, ({ documentId }) => documentId).values()];
  const step = (by: number) => setIndex((index + by + sources.length) % sources.length);
  return (
    <main>
      <h1 className="visually-hidden">{texts.sources}</h1>
      <ul className="sources">
        {documents.map((cited) => (
          <li key={cited[0]?.documentId}>
            <span className="title">{cited[0]?.title}</span>
            {cited.map((source) => (
              <button
                key={source.n}
                type="button"
                className="chip"
                aria-pressed={source === open}
                aria-label={texts.sourceOf(source.n, source.title, source.page)}
                data-weak={source.supported ? undefined : true}
                onClick={() => setIndex(sources.indexOf(source))}
              >
                {source.n}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <section aria-label={texts.passage}>
        <header>
          <h2>
            {open.title}
            {open.page !== null && <small> · {texts.page(open.page)}</small>}
          </h2>
          {sources.length > 1 && (
            <div className="steps">
              <button type="button" aria-label={texts.previous} onClick={() => step(-1)}>
                ‹
              </button>
              <span aria-live="polite">{texts.place(index + 1, sources.length)}</span>
              <button type="button" aria-label={texts.next} onClick={() => step(1)}>
                ›
              </button>
            </div>
          )}
        </header>
        {!open.supported && <p className="note">{texts.unsupported}</p>}
        <SourceView
          key={`${open.documentId} ${open.n}`}
          source={open}
          texts={allTexts}
          callTool={callTool}
        />
      </section>
    </main>
  );
}
