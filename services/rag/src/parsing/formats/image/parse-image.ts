import { ParseFailure } from '../../parse-failure.ts';
import type { FormatParser } from '../format.ts';

export const parseImage: FormatParser = async () => {
  throw new ParseFailure(
    'no_text',
    'The file is a picture; its text cannot be read without text recognition.',
  );
};
