import { splitSentences } from '@lectern/retrieval/text';
import { readInterventions } from '../../frame/read-names.ts';
import type { RecordSource } from '../record-source.ts';
import { findOutcome, type Outcome } from './claim-words.ts';
import { readOnce } from './read-once.ts';

interface Effect {
  readonly outcome: Outcome;
  /** The treatment named last before it. */
  readonly of: string | undefined;
}

const effectsIn = readOnce((held) => splitSentences(held).flatMap(({ text }) => listEffects(text)));

/** An effect that the records tell of another treatment than the claim does. */
export function findWrongSubject(
  claim: string,
  cited: readonly RecordSource[],
): string | undefined {
  const said = listEffects(claim).filter(({ of }) => of !== undefined);
  if (said.length === 0) return undefined;
  const known = cited.flatMap(effectsIn);
  const wrong = said.find(({ outcome, of }) => {
    const same = known.filter((other) => other.outcome === outcome);
    return same.length > 0 && same.every((other) => other.of !== undefined && other.of !== of);
  });
  return wrong && `${wrong.outcome} of ${wrong.of}`;
}

function listEffects(sentence: string): readonly Effect[] {
  let of: string | undefined;
  return (sentence.match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu) ?? []).flatMap((word) => {
    of = readInterventions(word).names[0] ?? of;
    const outcome = findOutcome(word);
    return outcome ? [{ outcome, of }] : [];
  });
}
