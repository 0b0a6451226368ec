import { z } from 'zod';
import { dropUnseen } from './drop-unseen.ts';

/** Matches visible characters: no combining mark, space, control or ignorable character. */
const visible = /[^\p{M}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Message for a name without visible characters. */
export const invisibleName = 'must contain a visible character';

/** Returns whether a text has a visible character. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

const breaks = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Normalises a name, so that names that look the same are equal: composed characters (NFC) on one
 * line, without invisible ones.
 */
export function toName(text: string): string {
  return dropUnseen(text).normalize('NFC').replaceAll(breaks, ' ').trim();
}

/** Returns the schema of a name of at most `maxLength` characters, one of them visible. */
export function nameSchema(maxLength: number) {
  return z.string().overwrite(toName).min(1).max(maxLength).refine(isVisible, invisibleName);
}
