import type { DocumentBuilder } from '../../document-builder.ts';

interface ObjectActions {
  /** Relations of pictures whose text was recognised. */
  readonly readPictures: ReadonlySet<string>;
  readonly write: (text: string) => void;
  readonly describe: (description: string) => void;
  /** Writes what a relation refers to; returns false where it is not read. */
  readonly embed: (relation: string | undefined) => boolean;
}

/** Maximum pictures that a warning names. */
const maxNamed = 50;

/** Follows the pictures and embedded objects of a Word file, and names those that were not read. */
export class DocxObjects {
  readonly #builder: DocumentBuilder;
  readonly #actions: ObjectActions;
  readonly #unread: string[] = [];
  #picture = { name: '', description: '' };

  constructor(builder: DocumentBuilder, actions: ObjectActions) {
    this.#builder = builder;
    this.#actions = actions;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'wp:docPr') this.#start(attributes.name, attributes.descr);
    else if (/^v:(?:shape|rect|roundrect|oval)$/.test(name))
      this.#start(attributes.id, attributes.alt);
    else if (name === 'v:textpath') this.#actions.write(attributes.string ?? '');
    else if (name === 'pic:pic') this.#expectText();
    else if (name === 'a:blip') this.#readPicture(attributes['r:embed']);
    else if (name === 'v:imagedata') {
      this.#expectText();
      this.#readPicture(attributes['r:id']);
    } else if (name === 'o:OLEObject' && !this.#actions.embed(attributes['r:id'])) {
      const message = `An embedded object was not read: ${attributes.ProgID ?? 'of unknown kind'}.`;
      this.#builder.warn('object_not_read', message);
    } else if (name === 'w:control' && !this.#actions.embed(attributes['r:id'])) {
      const message = `A control was not read: ${attributes['w:name'] ?? 'without a name'}.`;
      this.#builder.warn('object_not_read', message);
    }
  }

  end(): void {
    const count = this.#unread.length;
    if (count === 0) return;
    const names = this.#unread.slice(0, maxNamed).join(', ');
    this.#builder.warn('picture_not_read', `Pictures without a description (${count}): ${names}.`);
  }

  #start(name = '', description = ''): void {
    this.#picture = { name, description };
    this.#actions.describe(description);
  }

  #expectText(): void {
    if (this.#picture.description === '') this.#unread.push(this.#picture.name);
  }

  #readPicture(relation: string | undefined): void {
    const isRead = this.#actions.readPictures.has(relation ?? '');
    if (isRead && this.#unread.at(-1) === this.#picture.name) this.#unread.pop();
    this.#actions.embed(relation);
  }
}
