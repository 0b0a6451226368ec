/** Usual prefix of each namespace; an empty one stands for no prefix. */
const usualPrefixes: Readonly<Record<string, string>> = {
  'wordprocessingml/2006/main': 'w',
  'http://schemas.microsoft.com/office/word/2003/wordml': 'w',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape': 'wps',
  'drawingml/2006/wordprocessingDrawing': 'wp',
  'spreadsheetml/2006/main': '',
  'drawingml/2006/spreadsheetDrawing': 'xdr',
  'presentationml/2006/main': 'p',
  'drawingml/2006/main': 'a',
  'drawingml/2006/chart': 'c',
  'http://schemas.microsoft.com/office/drawing/2014/chartex': 'cx',
  'drawingml/2006/diagram': 'dgm',
  'officeDocument/2006/math': 'm',
  'officeDocument/2006/relationships': 'r',
  'markup-compatibility/2006': 'mc',
  'package/2006/relationships': '',
  'package/2006/content-types': '',
  'package/2006/metadata/core-properties': 'cp',
  'http://schemas.microsoft.com/office/2006/xmlPackage': 'pkg',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/2005/Atom': '',
  'http://purl.org/rss/1.0/modules/content/': 'content',
};
const openDocument = /^urn:oasis:names:tc:opendocument:xmlns:([\w-]+):1\.0$/;
const openDocumentPrefixes: Readonly<Record<string, string>> = {
  drawing: 'draw',
  datastyle: 'number',
  'xsl-fo-compatible': 'fo',
  'svg-compatible': 'svg',
};
const transitional = 'http://schemas.openxmlformats.org/';
/** Strict files have the same names without a year. */
const strict = /^http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\//;

function usualPrefix(namespace: string): string | undefined {
  const part = openDocument.exec(namespace)?.[1];
  if (part !== undefined) return openDocumentPrefixes[part] ?? part;
  const name = namespace.replace(strict, `${transitional}$1/2006/`).replace(transitional, '');
  return usualPrefixes[name];
}

type Prefixes = ReadonlyMap<string, string>;

/** Gives elements and attributes their usual prefixes, whatever prefixes a file declares. */
export class XmlNamespaces {
  /** Prefixes of the file that are not the usual ones, by the prefix of the file. */
  #renamed: Prefixes = new Map();
  readonly #outer: { readonly depth: number; readonly renamed: Prefixes }[] = [];
  #depth = 0;

  open(attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    let renamed: Map<string, string> | undefined;
    for (const name in attributes) {
      if (!name.startsWith('xmlns')) continue;
      const prefix = name === 'xmlns' ? '' : name.slice('xmlns:'.length);
      const usual = usualPrefix((attributes[name] as string).trim()) ?? prefix;
      if (usual === (this.#renamed.get(prefix) ?? prefix)) continue;
      renamed ??= new Map(this.#renamed);
      if (usual === prefix) renamed.delete(prefix);
      else renamed.set(prefix, usual);
    }
    if (renamed === undefined) return;
    this.#outer.push({ depth: this.#depth, renamed: this.#renamed });
    this.#renamed = renamed;
  }

  close(): void {
    if (this.#outer.at(-1)?.depth === this.#depth) {
      this.#renamed = this.#outer.pop()?.renamed ?? new Map();
    }
    this.#depth -= 1;
  }

  nameOf(name: string): string {
    if (this.#renamed.size === 0) return name;
    const colon = name.indexOf(':');
    const usual = this.#renamed.get(colon < 0 ? '' : name.slice(0, colon));
    if (usual === undefined) return name;
    return usual === '' ? name.slice(colon + 1) : `${usual}:${name.slice(colon + 1)}`;
  }

  /** Attributes without a prefix have no namespace. */
  attributesOf(attributes: Record<string, string>): Record<string, string> {
    if (this.#renamed.size === 0) return attributes;
    const named: Record<string, string> = {};
    for (const [name, value] of Object.entries(attributes)) {
      named[name.includes(':') && !name.startsWith('xmlns:') ? this.nameOf(name) : name] = value;
    }
    return named;
  }
}
