import { momentPattern } from './read-moment.ts';

const orders =
  'since|from|before|prior to|earlier than|after|later than|until|till|up to|to|by|through|in|during|at|of|с|со|до|после|к|по|в';
/** `The end of 2012`, `early 2012`, `середина 2012`. */
const part = new RegExp(
  `(?<![\\p{L}])(?:(${orders})\\s+)?(?:the\\s+)?(?:very\\s+)?((?:beginning|start|middle|end)\\s+of\\s+(?:the\\s+(?:year\\s+)?)?|(?:early|mid|late)[-\\s]+(?:in\\s+)?|(?:начал[аоеу]|середин[аеуы]|кон(?:ец|ц[аеу]))\\s+)(?=${momentPattern})`,
  'giu',
);
const isAdjective = /^(?:early|mid(?!dle)|late)/iu;
const isFirst = /^(?:beginning|start|early|начал)/iu;
const isLast = /^(?:end|late|кон)/iu;

/** A part of a period counts as the whole of it: `until late 2012` is until 2012, and `after early 2012` since then. */
export function expandParts(text: string): string {
  return text.replaceAll(part, (_, order: string | undefined, said: string) =>
    placeOf(order?.toLowerCase() ?? '', said),
  );
}

function placeOf(order: string, part: string): string {
  // `From the end of 2012` begins there, `from late 2012` is of then.
  if (order === 'from') return isAdjective.test(part) ? 'from ' : 'since ';
  if (/^со?$/u.test(order)) return 'с ';
  if (/^(?:after|later than)$/u.test(order)) return isLast.test(part) ? 'after ' : 'since ';
  if (order === 'после') return isLast.test(part) ? 'после ' : 'с ';
  if (/^(?:before|prior to|earlier than)$/u.test(order))
    return isFirst.test(part) ? 'before ' : 'through ';
  if (order === 'до') return isFirst.test(part) ? 'до ' : 'through ';
  if (/^(?:until|till|up to|to|by|к|по)$/u.test(order)) return 'through ';
  return order === '' ? '' : `${order} `;
}
