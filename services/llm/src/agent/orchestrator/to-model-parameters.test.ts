import { describe, expect, it } from '@jest/globals';
import { toModelParameters, toServerArguments } from './to-model-parameters.ts';

const text = { type: 'string' };

describe("a tool's schema for a model", () => {
  it('stays as it is where every API takes it', () => {
    const schema = { type: 'object', properties: { city: text }, required: ['city'] };
    expect(toModelParameters(schema).parameters).toEqual(schema);
    expect(toModelParameters({}).parameters).toEqual({ type: 'object', properties: {} });
  });

  it('holds the properties of all forms, and no form beside its type', () => {
    const { parameters } = toModelParameters({
      type: 'object',
      properties: { format: { oneOf: [text] } },
      required: ['format', 'unknown'],
      anyOf: [
        { properties: { route: text }, required: ['route'] },
        { properties: { file: text }, required: ['file'] },
      ],
      allOf: [{ properties: { token: text }, required: ['token'] }, { else: {} }],
      not: { required: ['other'] },
      if: { required: ['route'] },
      additionalProperties: false,
    });
    expect(parameters).toEqual({
      type: 'object',
      properties: { format: { oneOf: [text] }, route: text, file: text, token: text },
      required: ['format', 'token'],
      additionalProperties: false,
    });
  });

  it('names properties as every API takes them, and gives them back as the server names them', () => {
    const long = 'x'.repeat(70);
    const { parameters, renamed } = toModelParameters({
      properties: { $top: text, _top: text, 'filter[name]': text, [long]: text },
      required: ['$top', '_top'],
    });
    const names = Object.keys(parameters.properties as object);
    expect(names).toEqual(['_top_2', '_top', 'filter_name_', 'x'.repeat(64)]);
    expect(parameters.required).toEqual(['_top_2', '_top']);
    expect(
      toServerArguments({ _top_2: '1', _top: '2', filter_name_: '3', more: '4' }, renamed),
    ).toEqual({ $top: '1', _top: '2', 'filter[name]': '3', more: '4' });
  });
});
