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
const endings: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
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
  }),
);

/** The conditions of a query's fields while they are read. */
export class QueryFields {
  /** By field; with a minus before it for excluded values. */
  readonly #values = new Map<string, readonly string[]>();

  /** Adds a value; returns false if it does not fit the field. */
  add(field: string, { minus = '', long, short }: Partial<Record<string, string>>): boolean {
    const values = long === undefined ? splitValues(short ?? '') : [long.trim()];
    const [only = ''] = values;
    if (only === '') return false;
    if (field === 'after' || field === 'before') {
      if (values.length > 1 || !day.test(only)) return false;
      this.#values.set(field, values);
      return true;
    }
    const added = field === 'type' ? values.flatMap(typeEndings) : values;
    this.#values.set(minus + field, [...this.#list(minus + field), ...added]);
    return true;
  }

  read(): FieldsAsked {
    return {
      types: this.#values.get('type'),
      excludedTypes: this.#list('-type'),
      collections: this.#values.get('in'),
      excludedCollections: this.#list('-in'),
      authors: this.#values.get('author'),
      excludedAuthors: this.#list('-author'),
      after: this.#list('after')[0],
      before: this.#list('before')[0],
    };
  }

  #list(field: string): readonly string[] {
    return this.#values.get(field) ?? [];
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
  return endings.get(name) ?? [name];
}
