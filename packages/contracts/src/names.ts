import { z } from 'zod';
import { dropUnseen } from './drop-unseen.ts';

/** What shows by itself: no mark on another sign, no space, no control and nothing that is not drawn. */
const visible = /[^\p{M}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What is wrong with a name that nobody could see. */
export const invisibleName = 'must hold a sign that can be seen';

/** Whether at least one of the signs can be seen. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

const breaks = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * A name as it is kept and looked up, so that names that look the same are the same: composed
 * characters (NFC) on one line, without signs that nobody sees.
 */
export function toName(text: string): string {
  return dropUnseen(text).normalize('NFC').replaceAll(breaks, ' ').trim();
}

/** What a person names something: one to so many characters, of which one at least can be seen. */
export function nameSchema(maxLength: number) {
  return z.string().overwrite(toName).min(1).max(maxLength).refine(isVisible, invisibleName);
}
