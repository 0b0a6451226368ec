import { builtInModel, openStaticModel } from '../embedding/static-model.ts';
import { noWord } from '../embedding/static-vocabulary.ts';
import { Stretch } from '../embedding/stretch.ts';

/**
 * Highest cost in the built-in vocabulary of a word that people write on purpose (docs/decisions/0016):
 * `renal` has 122, `koala` 137, frequent misspellings such as `recieve` 139 and more.
 */
const maxCost = 135;

/** Returns true for a normalised word that is common in some language, and so not a typo. */
export type IsCommonWord = (word: string) => boolean;

/**
 * Opens the vocabulary of the built-in embedding model, whichever model embeds.
 * @throws EmbeddingUnavailableError when its files cannot be read.
 */
export async function openCommonWords(): Promise<IsCommonWord> {
  const { vocabulary } = await openStaticModel(builtInModel);
  return (text) => {
    if (text.length > vocabulary.maxWordLength) return false;
    const stretch = new Stretch(text);
    stretch.growTo(text.length);
    const word = vocabulary.find(stretch);
    return word !== noWord && vocabulary.costOf(word) <= maxCost;
  };
}
