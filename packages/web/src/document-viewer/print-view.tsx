import type { DocumentText } from '@lectern/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { addressOf } from '../api/address-of.ts';
import { notifyFailed } from '../components/notify.ts';
import { useTexts } from '../i18n/language.tsx';
import { documentOutlineQuery } from '../library/documents.ts';
import { BlockView } from './block-view.tsx';
import { openPdf } from './open-pdf.ts';
import classes from './print-view.module.css';
import { splitBlocks } from './split-blocks.ts';
import textClasses from './text-view.module.css';

export interface PrintViewProps {
  readonly documentId: string;
  /** The form that is shown on the screen. */
  readonly as: 'pdf' | 'picture' | 'text';
  readonly rotation: number;
  readonly text: DocumentText;
  readonly onDone: () => void;
}

/** The pages are pictures in memory. */
const maxPrintedPages = 300;
/** Dots per point of the page, about 150 an inch. */
const printScale = 2.1;

/** Renders a whole document outside the page, prints it and calls `onDone`. */
export function PrintView({ documentId, as, rotation, text, onDone }: PrintViewProps) {
  const texts = useTexts('reader');
  const outline = useQuery({ ...documentOutlineQuery(documentId), enabled: as === 'text' });
  const [pictures, setPictures] = useState<readonly string[]>();
  const box = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onDone);
  const fail = useEffectEvent((message: string) => {
    notifyFailed(message);
    onDone();
  });
  useEffect(() => {
    if (as === 'text') return undefined;
    let isGone = false;
    const addresses: string[] = [];
    const load = async () => {
      if (as === 'picture') addresses.push(addressOf('getDocumentFile', { id: documentId }));
      else await drawPages(documentId, rotation, { addresses, isGone: () => isGone });
      if (!isGone) setPictures([...addresses]);
    };
    load().catch((error: unknown) => {
      if (isGone) return;
      fail(error instanceof RangeError ? texts.tooLongToPrint(maxPrintedPages) : texts.printFailed);
    });
    return () => {
      isGone = true;
      for (const address of addresses) URL.revokeObjectURL(address);
    };
  }, [documentId, as, rotation]);
  const isReady = as === 'text' ? !outline.isPending : pictures !== undefined;
  useEffect(() => {
    if (!isReady || !box.current) return undefined;
    let isGone = false;
    const images = [...box.current.querySelectorAll('img')].map((image) => image.decode());
    void Promise.allSettled(images).then(() => {
      if (isGone) return;
      globalThis.print();
      end();
    });
    return () => {
      isGone = true;
    };
  }, [isReady]);
  const content = (): ReactNode => {
    if (as !== 'text') {
      return pictures?.map((address) => (
        <img
          key={address}
          src={address}
          alt=""
          // A PDF is rotated when it is drawn.
          style={as === 'picture' && rotation ? { rotate: `${rotation}deg` } : undefined}
        />
      ));
    }
    const blocks = splitBlocks({
      pages: text.pages,
      outline: outline.data?.outline ?? [],
      tables: text.tables ?? [],
    });
    return blocks.map((block) => <BlockView key={block.start} block={block} marks={[]} />);
  };
  return createPortal(
    <div ref={box} className={`${classes.print} ${textClasses.text}`} data-print aria-hidden>
      {isReady && content()}
    </div>,
    document.body,
  );
}

interface Drawing {
  /** Receives the address of each page. */
  readonly addresses: string[];
  readonly isGone: () => boolean;
}

/** @throws RangeError for more pages than can be printed. */
async function drawPages(
  documentId: string,
  rotation: number,
  { addresses, isGone }: Drawing,
): Promise<void> {
  const task = openPdf(documentId);
  try {
    const file = await task.promise;
    if (file.numPages > maxPrintedPages) throw new RangeError('too many pages');
    const canvas = document.createElement('canvas');
    for (let number = 1; number <= file.numPages && !isGone(); number += 1) {
      const page = await file.getPage(number);
      const viewport = page.getViewport({
        scale: printScale,
        rotation: (page.rotate + rotation) % 360,
      });
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      await page.render({ canvas, viewport, intent: 'print' }).promise;
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      if (!blob) throw new Error('the page could not be drawn');
      addresses.push(URL.createObjectURL(blob));
      page.cleanup();
    }
  } finally {
    await task.destroy();
  }
}
