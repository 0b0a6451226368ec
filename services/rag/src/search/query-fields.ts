/** Conditions of a query's fields on each document. */
export interface FieldsAsked {
  /** File name extensions, one of which the document has; undefined without a condition. */
  readonly types: readonly string[] | undefined;
  /** File name extensions that the document must not have. */
  readonly excludedTypes: readonly string[];
  /** Names of collections that contain the document, directly or below. */
  readonly collections: readonly string[] | undefined;
  /** Names of collections that must not contain the document, directly or below. */
  readonly excludedCollections: readonly string[];
  /** Names, one of which is in the document's authors, from the start of a word. */
  readonly authors: readonly string[] | undefined;
  /** Names that must not be in the document's authors. */
  readonly excludedAuthors: readonly string[];
  /** The document's date is at or after the first day and before the second. ISO 8601. */
  readonly after: string | undefined;
  readonly before: string | undefined;
}

const day = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;

/** File types by name with their extensions. Another type is an extension itself. */
const endings: Readonly<Record<string, readonly string[]>> = {
  word: ['docx', 'docm', 'doc', 'odt', 'fodt', 'rtf'],
  doc: ['doc', 'docx'],
  excel: ['xlsx', 'xlsm', 'xls', 'xlsb', 'ods', 'fods', 'csv'],
  xls: ['xls', 'xlsx'],
  powerpoint: ['pptx', 'pptm', 'ppt', 'odp', 'fodp'],
  ppt: ['ppt', 'pptx'],
  html: ['html', 'htm', 'xhtml'],
  markdown: ['md', 'markdown'],
  md: ['md', 'markdown'],
  text: ['txt', 'text'],
  mail: ['eml', 'msg', 'mbox'],
  image: ['png', 'jpg', 'jpeg', 'tif', 'tiff', 'webp', 'gif', 'bmp'],
  notebook: ['ipynb'],
};

/** The conditions of a query's fields while they are read. */
export class QueryFields {
  readonly #types: string[] = [];
  readonly #excludedTypes: string[] = [];
  readonly #collections: string[] = [];
  readonly #excludedCollections: string[] = [];
  readonly #authors: string[] = [];
  readonly #excludedAuthors: string[] = [];
  #after: string | undefined;
  #before: string | undefined;

  /** Adds a value; returns false if it does not fit the field. */
  add(field: string, { minus, long, short }: Partial<Record<string, string>>): boolean {
    const values = long === undefined ? splitValues(short ?? '') : [long.trim()];
    const [only = ''] = values;
    if (only === '') return false;
    if (field === 'in') {
      (minus ? this.#excludedCollections : this.#collections).push(...values);
      return true;
    }
    if (field === 'type') {
      (minus ? this.#excludedTypes : this.#types).push(...values.flatMap(typeEndings));
      return true;
    }
    if (field === 'author') {
      (minus ? this.#excludedAuthors : this.#authors).push(...values);
      return true;
    }
    if (values.length > 1 || !day.test(only)) return false;
    if (field === 'after') this.#after = only;
    else this.#before = only;
    return true;
  }

  read(): FieldsAsked {
    return {
      types: this.#types.length > 0 ? this.#types : undefined,
      excludedTypes: this.#excludedTypes,
      collections: this.#collections.length > 0 ? this.#collections : undefined,
      excludedCollections: this.#excludedCollections,
      authors: this.#authors.length > 0 ? this.#authors : undefined,
      excludedAuthors: this.#excludedAuthors,
      after: this.#after,
      before: this.#before,
    };
  }
}

/**
 * Splits values at commas; the question mark of a question that ends with a field is not part of
 * it.
 */
function splitValues(value: string): string[] {
  return value
    .replace(/[?？!.,;]+$/, '')
    .split(',')
    .filter((each) => each !== '');
}

function typeEndings(value: string): readonly string[] {
  const name = value.trim().toLowerCase().replace(/^\./, '');
  return endings[name] ?? [name];
}
