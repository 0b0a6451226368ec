/** A piece of running text. Every format fills these kinds; `writeInline` writes each of them. */
export type Inline = string | InlineGroup | Fraction | Root | NoteMark | Link | Picture | CheckBox;

/** Text that is raised, lowered or explained by the text before it. */
export interface InlineGroup {
  readonly kind: 'raised' | 'lowered' | 'guide';
  readonly content: readonly Inline[];
}

export interface Fraction {
  readonly kind: 'fraction';
  readonly numerator: readonly Inline[];
  readonly denominator: readonly Inline[];
}

export interface Root {
  readonly kind: 'root';
  readonly content: readonly Inline[];
  /** Empty for a square root. */
  readonly degree: readonly Inline[];
}

/** Mark of a note, both where the note is called and where it starts. */
export interface NoteMark {
  readonly kind: 'note_mark';
  readonly mark: string;
}

export interface Link {
  readonly kind: 'link';
  readonly content: readonly Inline[];
  readonly target: string;
}

export interface Picture {
  readonly kind: 'picture';
  readonly description: string;
}

export interface CheckBox {
  readonly kind: 'check_box';
  readonly isTicked: boolean;
}
