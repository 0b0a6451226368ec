/** Elements whose content is never part of the text. */
const droppedElements =
  /^(?:script|style|noscript|svg|annotation|iframe|object|embed|datalist|rp|canvas|audio|video|map)$/;

/** Types of fields whose content belongs to the text. */
const formFields =
  /^(?:|text|checkbox|radio|email|number|tel|url|date|datetime-local|month|week|time)$/i;

/** Returns true for an element without text of the page; shadow trees are drawn, other templates not. */
export function isDropped(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (name === 'template') return !('shadowrootmode' in attributes);
  if (name === 'input') {
    return !formFields.test(attributes.type ?? '') || attributes.role === 'button';
  }
  // A formula of MathJax; one with an id is shown by another element already.
  if (name === 'script' && attributes.type?.startsWith('math/tex')) return 'id' in attributes;
  if (name === 'img') return isSmall(attributes.width) || isSmall(attributes.height);
  return droppedElements.test(name);
}

/** Maximum width or height of an icon, in pixels. */
const maxIcon = 32;

function isSmall(length: string | undefined): boolean {
  return length !== undefined && Number.parseInt(length, 10) <= maxIcon;
}

/** Elements around a page's text; within the text only `nav` is noise. */
export const noiseElements = /^(?:nav|aside|footer|menu)$/;

/** Roles around a page's text. */
export const noiseRoles = /^(?:navigation|banner|contentinfo|search|complementary|menu|dialog)$/;

/** Elements that end the paragraph before them. */
export const blockElements =
  /^(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|header|hgroup|hr|legend|main|menu|nav|ol|p|section|summary|ul)$/;

/** Elements of a table by their role in one that is made of other elements. */
const tableElements: Readonly<Record<string, string>> = {
  table: 'table',
  grid: 'table',
  row: 'tr',
  cell: 'td',
  gridcell: 'td',
  columnheader: 'th',
  rowheader: 'th',
};

/** Returns the element of a table that an element without a meaning of its own stands for. */
export function findTableElement(name: string, role = ''): string | undefined {
  return name === 'div' || name === 'span' ? tableElements[role] : undefined;
}

export function headingLevel(name: string): number | undefined {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : undefined;
}
