import { builtInModel, openStaticModel } from '../embedding/static-model.ts';
import { noWord } from '../embedding/static-vocabulary.ts';
import { Stretch } from '../embedding/stretch.ts';

/**
 * Highest cost in the built-in vocabulary of a word that people write on purpose (docs/decisions/0016):
 * `renal` has 122, `koala` 137, frequent misspellings such as `recieve` 139 and more.
 */
const maxCost = 135;

/** Whether a normalised word is a usual one of some language, and so no slip of the finger. */
export type IsCommonWord = (word: string) => boolean;

/**
 * Opens the words of the built-in embedding model, whichever model embeds.
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
