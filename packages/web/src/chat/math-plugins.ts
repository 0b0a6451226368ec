import type { Options } from 'react-markdown';
import rehypeKatex, { type Options as KatexOptions } from 'rehype-katex';
import math, { type Options as MathOptions } from 'remark-math';

type Plugin = NonNullable<Options['rehypePlugins']>[number];

const mathOptions: MathOptions = { singleDollarTextMath: false };
/** MathML needs no fonts or styles, and screen readers support it. */
const katexOptions: KatexOptions = { output: 'mathml' };

export const remarkMath: Plugin = [math, mathOptions];
export const rehypeMath: Plugin = [rehypeKatex, katexOptions];
