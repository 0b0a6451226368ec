import { z } from 'zod';

/** What shows by itself: no mark on another sign, no space, no control and nothing that is not drawn. */
const visible = /[^\p{M}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What is wrong with a name that nobody could see. */
export const invisibleName = 'must hold a sign that can be seen';

/** Whether at least one of the signs can be seen. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/** What a person names something: one to so many characters, of which one at least can be seen. */
export function nameSchema(maxLength: number) {
  return z.string().trim().min(1).max(maxLength).refine(isVisible, invisibleName);
}
