import type { Analyzer, WeightedTerm } from './analyzer.ts';
import { detectLatinLanguage } from './detect-language.ts';
import { normalizeText, splitWords, type Word } from './split-words.ts';
import { WordStemmer, withoutAccents, withoutApostrophes } from './stem-word.ts';
import { type Language, stopWordsOf } from './stop-words.ts';

const analyzerVersion = 'lectern-1';
const maxTermLength = 64;
const maxQueryTerms = 64;
const partWeight = 0.5;
const alternativeStemWeight = 0.5;
/**
 * A word that occurs n times in a query has the weight 0.7 n, rounded: chosen by figures, and whole
 * because the index matches whole weights at half the cost of others.
 */
const repetitionFactor = 0.7;

const latin = /\p{sc=Latin}/u;
const cyrillic = /\p{sc=Cyrillic}/u;
const stopCharacters = new Set('的了是在和与有之以及其为于对中到被个么');

/** A term with its share of the word that it comes from. */
interface Term {
  readonly text: string;
  readonly share: number;
  readonly isStopWord: boolean;
}

/**
 * Creates the analyser. Words are stemmed by script and language (Snowball). The language of a
 * short query is unknown, so a Latin word is always indexed by its English stem, and in a text of
 * another recognised language by that language's stem as well. Chinese, Japanese and Korean are
 * indexed by characters and pairs of them, Thai and its neighbours by dictionary words. Numbers and
 * codes stay whole; `foo_bar` is found by its parts as well. A stop word is indexed once per text,
 * so that queries of only stop words find it and lengths hardly change.
 */
export function createAnalyzer(): Analyzer {
  const stemmers = new Map<Language, WordStemmer>();
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

  function stem(word: string, language: Language): string {
    let stemmer = stemmers.get(language);
    if (stemmer === undefined) {
      stemmer = new WordStemmer(language);
      stemmers.set(language, stemmer);
    }
    return stemmer.stem(word);
  }

  function termsOfLetters(text: string, latinLanguage: Language): Term[] {
    const word = withoutApostrophes(text);
    if (word === '') return [];
    if (cyrillic.test(word)) {
      const isStopWord = stopWordsOf('russian').has(word);
      return [{ text: stem(word, 'russian'), share: 1, isStopWord }];
    }
    if (!latin.test(word)) return [{ text: withoutAccents(word), share: 1, isStopWord: false }];
    const isStopWord = stopWordsOf('english').has(word) || stopWordsOf(latinLanguage).has(word);
    const english = stem(withoutAccents(word), 'english');
    const native = latinLanguage === 'english' ? english : stem(word, latinLanguage);
    if (native === english) return [{ text: english, share: 1, isStopWord }];
    return [
      { text: native, share: 1 - alternativeStemWeight, isStopWord },
      { text: english, share: alternativeStemWeight, isStopWord },
    ];
  }

  function termsOfCode(code: string): Term[] {
    const whole = { text: withoutAccents(withoutApostrophes(code)), share: 1, isStopWord: false };
    const parts = code.split('_').filter((part) => part !== '');
    if (parts.length < 2) return [whole];
    return [
      whole,
      ...parts.map((part) => ({
        text: stem(withoutApostrophes(part), 'english'),
        share: partWeight,
        isStopWord: false,
      })),
    ];
  }

  function termsOf(word: Word, latinLanguage: Language, use: 'document' | 'query'): Term[] {
    switch (word.kind) {
      case 'letters':
        return termsOfLetters(word.text, latinLanguage);
      case 'code':
        return termsOfCode(word.text);
      case 'cjk':
        return termsOfCjk(word.text, use);
      case 'unspaced':
        return Array.from(segmenter.segment(word.text), ({ segment }) => ({
          text: segment,
          share: 1,
          isStopWord: false,
        }));
    }
  }

  function analyze(text: string, use: 'document' | 'query'): Term[] {
    const words = splitWords(normalizeText(text));
    const latinLanguage = detectLatinLanguage(words);
    return words
      .flatMap((word) => termsOf(word, latinLanguage, use))
      .filter((term) => term.text !== '')
      .map((term) =>
        term.text.length > maxTermLength
          ? { ...term, text: term.text.slice(0, maxTermLength) }
          : term,
      );
  }

  return {
    version: analyzerVersion,

    analyzeDocument(text: string): string[] {
      const stopWordsSeen = new Set<string>();
      const terms: string[] = [];
      for (const term of analyze(text, 'document')) {
        if (term.isStopWord) {
          if (stopWordsSeen.has(term.text)) continue;
          stopWordsSeen.add(term.text);
        }
        terms.push(term.text);
      }
      return terms;
    },

    analyzeQuery(text: string): WeightedTerm[] {
      const terms = analyze(text, 'query');
      const telling = terms.filter((term) => !term.isStopWord);
      return weigh(telling.length > 0 ? telling : terms);
    },
  };
}

/** Pairs of neighbours, and in documents single characters too, so that one character is found. */
function termsOfCjk(run: string, use: 'document' | 'query'): Term[] {
  const characters = [...run];
  const single = characters.map((text) => ({
    text,
    share: 1,
    isStopWord: stopCharacters.has(text),
  }));
  if (characters.length === 1) return single;
  const pairs = characters
    .slice(1)
    .map((second, index) => ({ text: characters[index] + second, share: 1, isStopWord: false }));
  return use === 'document' ? [...single, ...pairs] : pairs;
}

/**
 * Returns each term once, its weight growing with its repetitions; the heaviest if there are too
 * many.
 */
function weigh(terms: readonly Term[]): WeightedTerm[] {
  const sums = new Map<string, number>();
  for (const { text, share } of terms) sums.set(text, (sums.get(text) ?? 0) + share);
  const weighted = [...sums].map(([term, sum]) => ({
    term,
    weight: sum > 1 ? Math.max(1, Math.round(sum * repetitionFactor)) : sum,
  }));
  if (weighted.length <= maxQueryTerms) return weighted;
  return weighted
    .sort((a, b) => b.weight - a.weight || b.term.length - a.term.length)
    .slice(0, maxQueryTerms);
}
