/** Elements whose content is never part of the text. */
export const droppedElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'annotation',
  'iframe',
  'object',
  'select',
  'button',
  'canvas',
  'audio',
  'video',
  'map',
]);

/** Elements around a page's text; within the text only `nav` is noise. */
export const noiseElements: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'menu']);

/** Roles around a page's text. */
export const noiseRoles: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'complementary',
  'menu',
  'dialog',
]);

/** Elements that end the paragraph before them. */
export const blockElements: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'caption',
  'center',
  'dd',
  'details',
  'dialog',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'hgroup',
  'hr',
  'legend',
  'main',
  'menu',
  'nav',
  'ol',
  'p',
  'section',
  'summary',
  'ul',
]);

export function headingLevel(name: string): number | undefined {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : undefined;
}
