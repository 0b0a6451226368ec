/** Usual prefix of each namespace; an empty one stands for no prefix. */
const usualPrefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.microsoft.com/office/word/2003/wordml': 'w',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape': 'wps',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': '',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': '',
  'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing': 'xdr',
  'http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing': 'xdr',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'p',
  'http://purl.oclc.org/ooxml/presentationml/main': 'p',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://purl.oclc.org/ooxml/drawingml/chart': 'c',
  'http://schemas.microsoft.com/office/drawing/2014/chartex': 'cx',
  'http://schemas.openxmlformats.org/drawingml/2006/diagram': 'dgm',
  'http://purl.oclc.org/ooxml/drawingml/diagram': 'dgm',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/package/2006/relationships': '',
  'http://schemas.openxmlformats.org/package/2006/content-types': '',
  'http://schemas.openxmlformats.org/package/2006/metadata/core-properties': 'cp',
  'http://schemas.microsoft.com/office/2006/xmlPackage': 'pkg',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:text:1.0': 'text',
  'urn:oasis:names:tc:opendocument:xmlns:table:1.0': 'table',
  'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0': 'draw',
  'urn:oasis:names:tc:opendocument:xmlns:style:1.0': 'style',
  'urn:oasis:names:tc:opendocument:xmlns:chart:1.0': 'chart',
  'urn:oasis:names:tc:opendocument:xmlns:form:1.0': 'form',
  'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0': 'presentation',
  'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0': 'fo',
  'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0': 'svg',
  'urn:oasis:names:tc:opendocument:xmlns:meta:1.0': 'meta',
  'http://www.w3.org/1999/xlink': 'xlink',
};

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
      const usual = usualPrefixes[(attributes[name] as string).trim()] ?? prefix;
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
