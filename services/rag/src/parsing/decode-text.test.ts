import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { decodeText } from './decode-text.ts';
import { DocumentBuilder } from './document-builder.ts';
import { defaultParseLimits } from './parse-limits.ts';

const russian =
  'Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью.';
const japanese =
  'すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられている。';
const chinese =
  '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。';
const german =
  'Alle Menschen sind frei und gleich an Würde und Rechten geboren, über alle Maßen schön.';

describe('decodeText', () => {
  it.each([
    ['ks_c_5601-1987', 'cp949', '똠방각하'],
    ['cp-1251', 'cp1251', 'Ключ'],
    ['ibm852', 'cp852', 'Klíč'],
  ])('knows the label %s', (declared, encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding), { declared }).text).toBe(text);
  });

  it.each([
    ['utf-8', russian],
    ['utf-16le', german],
    ['utf-16be', german],
    ['utf-32le', german],
    ['utf-32be', russian],
    ['koi8-r', russian],
    ['windows-1251', russian],
    ['shift_jis', japanese],
    ['euc-jp', japanese],
    ['gbk', chinese],
    [
      'big5',
      '人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。',
    ],
    ['windows-1252', `${german} “15,50 €”`],
    ['cp866', russian],
    ['cp866', 'Счёт №17 от мая\nИтого'.replace('№', 'N')],
    ['koi8-u', 'Всі люди народжуються вільними і рівними у своїй гідності.'],
    ['cp850', german],
    ['cp437', `name;town\nMüller;Köln\nGrüß;Fürth`],
    ['shift_jis', '注文番号,氏名\n1001,田中一郎\n'],
    ['euc-jp', '日付,担当,金額\n2024-01-05,佐藤,1200\n'],
    ['gb18030', '产品,数量,价格\n苹果,10,120\n'],
    ['gb18030', '会议纪要'],
    ['big5', '訂單編號,姓名\n1001,張三\n'],
    ['euc-kr', 'id,city\n1,부산\n2,대구\n'],
    ['euc-kr', '회의록'],
    ['windows-1251', 'Москва'],
    ['koi8-r', 'Номер;Имя\n1;Иван\n'],
    ['cp866', 'ПРОТОКОЛ'],
    ['windows-1252', 'Grüße'],
    ['windows-1252', 'Fläche: 10 m²\nToleranz: ±3 %\nRohr: ½ Zoll\nGehalt: 5 µg/m³\n'],
    ['windows-1252', 'Area: 10 m²\nTolerance: ±3 %\nPipe: ½ inch\nContent: 5 µg/m³\nPrice: £25\n'],
    ['windows-1252', 'Name;Dosis;Anteil\nMüller;5 µg;½\nGroß;±3;10²\n'.repeat(20)],
    ['windows-1252', 'Größe,µg,½\nA,5,¼\nB,±3,10²'],
    ['windows-1252', 'Café 10² ±3 ½ 25 °C'],
    ['windows-1252', 'Price £45 (±£2), size 3×4 m²'],
    ['windows-1252', 'Volume 12 m³, ¾ full'],
    ['windows-1252', 'Bredde 4 m², høyde ½ m, 20 °C'],
    ['iso-8859-2', 'Część 3 ma 10 łóżek i źródło światła, pięć książek.'],
    ['windows-1251', 'Площадь 10 м, ток 5А, класс 3Б, вес 7кг'],
    ['cp852', 'Dziękujemy za zamówienie.'],
    ['cp737', 'Ευχαριστούμε για την παραγγελία.'],
  ])('tells %s by its bytes', (encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding)).text).toBe(text);
  });

  it.each([
    ['Total ½ 1500 éè — the end', [0xff, 0xfe, 0x20, 0xc3]],
    ['Цена 1500 ₽, 25 °C, ½', [0xff]],
  ])('keeps UTF-8 with broken bytes in a short text: %s', (text, broken) => {
    const decoded = decodeText(Buffer.concat([Buffer.from(text), Buffer.from(broken)]));
    expect(decoded).toMatchObject({ encoding: 'utf-8', damaged: true });
    expect(decoded.text.startsWith(text)).toBe(true);
  });

  it('warns of an encoding that was guessed', () => {
    const warnings = (bytes: Uint8Array) => {
      const builder = new DocumentBuilder(defaultParseLimits);
      builder.paragraph(builder.decode(bytes).text);
      return builder.finish('text/plain').warnings;
    };
    expect(warnings(iconv.encode(german, 'windows-1252'))).toEqual([
      {
        code: 'encoding_guessed',
        message: 'The encoding is not named and was guessed from the text: windows-1252.',
      },
    ]);
    expect(warnings(Buffer.from(german))).toEqual([]);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'takes the byte-order mark of %s away',
    (encoding) => {
      const bytes = iconv.encode(chinese, encoding, { addBOM: true });
      expect(decodeText(bytes)).toEqual({ text: chinese, encoding, damaged: false });
    },
  );

  it('reads Japanese behind escape sequences', () => {
    const bytes = Buffer.from('1b24423e26494a1b28422c1b24423f741b2842', 'hex');
    expect(decodeText(bytes)).toMatchObject({ text: '商品,数', encoding: 'iso-2022-jp' });
  });

  it('reads EBCDIC', () => {
    const bytes = Buffer.from(
      'c9958393a4848995874082848495a2408195844096a3888599a240a39696',
      'hex',
    );
    expect(decodeText(bytes).encoding).toBe('cp500');
  });

  it('trusts valid UTF-8 over a declared encoding', () => {
    const bytes = Buffer.from(german);
    expect(decodeText(bytes, { declared: 'iso-8859-1' }).text).toBe(german);
  });

  it('uses the declared encoding where the bytes allow it', () => {
    const bytes = iconv.encode('schön', 'iso-8859-2');
    expect(decodeText(bytes, { declared: 'ISO-8859-2' })).toMatchObject({ text: 'schön' });
  });

  it('keeps UTF-8 with a broken byte', () => {
    const bytes = Buffer.concat([Buffer.from(russian), Buffer.from([0xff]), Buffer.from(russian)]);
    expect(decodeText(bytes)).toEqual({
      text: `${russian}\ufffd${russian}`,
      encoding: 'utf-8',
      damaged: true,
    });
  });
});
