import type { Options } from 'react-markdown';
import rehypeKatex, { type Options as KatexOptions } from 'rehype-katex';
import math, { type Options as MathOptions } from 'remark-math';

type Plugin = NonNullable<Options['rehypePlugins']>[number];

const mathOptions: MathOptions = { singleDollarTextMath: false };
/** MathML needs no fonts and no styles of its own, and screen readers read it. */
const katexOptions: KatexOptions = { output: 'mathml' };

export const remarkMath: Plugin = [math, mathOptions];
export const rehypeMath: Plugin = [rehypeKatex, katexOptions];
