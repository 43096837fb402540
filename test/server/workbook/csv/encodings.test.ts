import type { TextEncoding } from '../../../../src/contract/textEncodings';
import type { TextChoices } from '../../../../src/contract/drive';
import { importWorkbook } from '../../../../src/server/workbook/importWorkbook';
import { importBytes, rawRows, withFile } from '../../../fixtures/workbookFiles';

/** Texts in common encodings of each country. */
const texts: [TextEncoding, string][] = [
  ['windows-1250', 'Jméno;Město;Částka\nPetr Novák;Plzeň;1\nJiří Dvořák;Brno;2\nŽaneta Černá;České Budějovice;3\n'],
  ['windows-1250', 'Imię;Miasto\nŁukasz;Łódź\nGrażyna;Kraków\nMałgorzata;Gdańsk\nPaweł;Wrocław\n'],
  ['windows-1250', 'Név;Város\nSzabó Gergő;Győr\nTóth Ágnes;Székesfehérvár\nKovács Jenő;Hódmezővásárhely\n'],
  ['windows-1251', 'Имя;Город\nИван;Москва\nОльга;Санкт-Петербург\n'],
  ['windows-1251', 'Имя,Цена\na,1\nb,2\n'],
  ['windows-1251', "Ім'я;Місто\nОлексій;Київ\nІрина;Львів\n"],
  ['shift_jis', '名前,都市,金額\n田中,東京,100\n鈴木,大阪,200\n'],
  ['shift_jis', '商品名,価格\nりんご,100\nみかん,200\nバナナ,300\n'],
  ['gb18030', '姓名,城市,金额\n张伟,北京,100\n王芳,上海,200\n'],
  ['gb18030', '产品,价格,数量\n苹果,5,10\n香蕉,3,20\n订单编号,1,2\n'],
  ['big5', '姓名,城市\n陳先生,台北\n林小姐,高雄\n'],
  ['euc-kr', '이름,도시\n김철수,서울\n이영희,부산\n'],
  ['windows-1252', 'Prénom;Ville\nHélène;Orléans\nFrançois;Besançon\nZoé;Nîmes\n'],
  ['windows-1252', 'Name;Größe;Straße\nMüller;groß;Königstraße\nJäger;klein;Äußere Straße\n'],
  ['windows-1252', 'Nombre;Ciudad\nJosé Muñoz;Málaga\nMaría Peña;Cádiz\n'],
  ['windows-1252', 'Namn;Ort\nÅsa;Malmö\nBjörn;Göteborg\nPär;Växjö\n'],
  ['windows-1252', 'name,city\nKaffa,Malmö\nx,Oslo\n'],
  ['windows-1252', 'item;price\na;5 €\nb;7 €\n'],
  ['windows-1252', 'a,b\nsaid “hello”,it’s\n'],
  ['windows-1252', '“Müller”\n'],
  ['windows-1252', 'place,temp\nOslo,5 °C\nRome,20 °C\n'],
  ['windows-1252', 'place,x\nCAFÉ,1\nCAFÉ,2\n'],
  ['windows-1252', 'place,x\nPROTÉGÉ,1\nPROTÉGÉ,2\n'],
  ['windows-1252', 'Nome;Descrição\nJoão;Promoção de verão\nConceição;Não há informação\n'],
  ['macintosh', 'Prénom;Ville\nHélène;Orléans\nFrançois;Besançon\nZoé;Nîmes\n'],
  ['macintosh', 'Name;Größe;Straße\nMüller;groß;Königstraße\nJäger;klein;Äußere Straße\n'],
  ['macintosh', 'Nombre;Ciudad\nJosé Muñoz;Málaga\nMaría Peña;Cádiz\n'],
  ['macintosh', 'Nome;Descrição\nJoão;Promoção de verão\n'],
  ['koi8-r', 'Имя;Город\nИван;Москва\nОльга;Санкт-Петербург\n'],
  ['windows-1253', 'Όνομα;Πόλη\nΓιώργος;Αθήνα\nΜαρία;Θεσσαλονίκη\n'],
  ['windows-1254', 'Ad;Şehir\nAyşe;İstanbul\nOğuz;Eskişehir\nÇağrı;Diyarbakır\n'],
  ['windows-1255', 'שם;עיר\nדוד;ירושלים\nשרה;תל אביב\n'],
  ['windows-1256', 'الاسم;المدينة\nمحمد;القاهرة\nفاطمة;الرياض\n'],
  ['windows-1250', 'Nume;Oraş\nŞtefan;Bucureşti\nIoana;Iaşi\nMărioara;Timişoara\n'],
  ['windows-1257', 'Vardas;Miestas\nJonas Žukauskas;Šiauliai\nRūta;Panevėžys\n'],
];

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);
const PAIRS = BYTES.slice(128).flatMap((lead) => BYTES.map((byte) => [lead, byte]));

/** Returns the letters that the decoder of the platform reads, with the first of these bytes for each. */
function lettersOf(encoding: TextEncoding, candidates: readonly (readonly number[])[]) {
  const decoder = new TextDecoder(encoding);
  const letters = new Map<string, readonly number[]>();
  for (const bytes of candidates) {
    const letter = decoder.decode(Uint8Array.from(bytes), { stream: true });
    decoder.decode();
    if (!letters.has(letter)) letters.set(letter, bytes);
  }
  return letters;
}

/** Encodes a text with one byte for each letter, or two if it has none. */
function encoded(text: string, encoding: TextEncoding): Buffer {
  let letters = lettersOf(
    encoding,
    BYTES.map((byte) => [byte]),
  );
  if ([...text].some((letter) => !letters.has(letter))) letters = new Map([...lettersOf(encoding, PAIRS), ...letters]);
  return Buffer.from([...text].flatMap((letter) => letters.get(letter) ?? []));
}

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(text.includes(';') ? ';' : ','));

test.each(texts)('%s: %s', async (encoding, text) => {
  const { tabs, reading } = await importBytes('a.csv', encoded(text, encoding));
  expect(reading?.encoding).toBe(encoding);
  expect((await rawRows(tabs[0]!)).map(({ cells }) => cells)).toEqual(linesOf(text));
  expect(tabs[0]?.derived.warnings.filter(({ code }) => code !== 'unsure_encoding')).toEqual([]);
});

test('an uncertain encoding has a warning', async () => {
  const { tabs } = await importBytes('a.csv', Buffer.from('name,city\nKaffa,Malm\xf6\n', 'latin1'));
  expect(tabs[0]?.derived.warnings).toContainEqual({
    code: 'unsure_encoding',
    detail:
      'The file does not say how its letters are written. It was read as Western European (Windows-1252), and could be Western European (Mac Roman). If letters look wrong, choose another encoding.',
  });
});

test('the encoding of a few words is uncertain', async () => {
  const bytes = Buffer.from('name,x\nH\xe9l\xe8ne,1\n', 'latin1');
  const { tabs } = await importBytes('a.csv', bytes);
  expect(tabs[0]?.derived.warnings).toMatchObject([{ code: 'unsure_encoding' }]);
});

test('a text in UTF-8 has no warning', async () => {
  expect((await importBytes('a.csv', Buffer.from('a,b\né,1\n'))).tabs[0]?.derived.warnings).toEqual([]);
});

describe('a chosen encoding', () => {
  const bytes = Buffer.from('name,city\nKaffa,Malm\xf6\n', 'latin1');
  const importAs = (content: Buffer, chosen: TextChoices, chosenBefore = false) =>
    withFile(content, (path) => importWorkbook({ path, fileName: 'a.csv', chosen, chosenBefore }));

  test('is used, without a warning', async () => {
    const { reading, tabs } = await importAs(bytes, { encoding: 'macintosh' });
    expect(reading).toMatchObject({ encoding: 'macintosh', chosen: { encoding: 'macintosh' } });
    expect(tabs[0]?.derived.warnings).toEqual([]);
    expect((await rawRows(tabs[0]!)).map(({ cells }) => cells)).toEqual([
      ['name', 'city'],
      ['Kaffa', 'Malmˆ'],
    ]);
  });

  test('UTF-8 replaces invalid bytes, as web decoders do', async () => {
    const lines = Buffer.concat([
      Buffer.from('\uFEFFa,b\n'),
      ...[[0xff], [0xe2, 0x82], [0xf0, 0x9f, 0x98, 0x2c, 0x80], [0xc3, 0x22, 0xed, 0xa0, 0x80], [0xe2]].map((bytes) =>
        Buffer.from([...bytes, 0x0a]),
      ),
    ]).subarray(0, -1);
    const { tabs } = await importAs(lines, { encoding: 'utf-8', separator: ',' });
    const text = new TextDecoder().decode(lines);
    expect((await rawRows(tabs[0]!)).map(({ cells }) => cells.map(String).join(',')).join('\n')).toBe(text);
  });

  test('of an earlier file is used unless this one is Unicode', async () => {
    const chosen = { encoding: 'macintosh', separator: ';', decimal: ',' } as const;
    expect((await importAs(bytes, chosen, true)).reading).toEqual({
      ...{ encoding: 'macintosh', separator: ',', decimals: ',' },
      chosen: { encoding: 'macintosh', decimal: ',' },
    });
    const { reading } = await importAs(Buffer.from('a;b\né;1\n'), chosen, true);
    expect(reading).toEqual({
      encoding: 'utf-8',
      separator: ';',
      decimals: ',',
      chosen: { separator: ';', decimal: ',' },
    });
  });

  test('of an earlier file in Unicode is not used for invalid bytes', async () => {
    expect((await importAs(bytes, { encoding: 'utf-8' }, true)).reading).toMatchObject({
      encoding: 'windows-1252',
      chosen: {},
    });
  });
});

test.each(['utf-16le', 'utf-16be'] as const)('%s without a byte order mark', async (encoding) => {
  const text = '名前;都市\n田中;東京\nMüller;Ω\n';
  const bytes = Buffer.from(text, 'utf16le');
  const { reading } = await importBytes('a.csv', encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16());
  expect(reading).toEqual({ encoding, separator: ';', decimals: '.,', chosen: {} });
});

test('the encoding is detected from letters far down in a long text', async () => {
  const [encoding, text] = texts[3]!;
  const bytes = Buffer.concat([Buffer.from(`${'x'.repeat(98)};y\n`.repeat(16_000)), encoded(text, encoding)]);
  expect((await importBytes('a.csv', bytes)).reading?.encoding).toBe(encoding);
});
