import type { textEncodings } from '../../../../src/contract/textEncodings';
import type { TextChoices } from '../../../../src/contract/drive';
import { importWorkbook } from '../../../../src/server/workbook/importWorkbook';
import { cellsOf, importBytes, rawRows, withFile } from '../../../fixtures/workbookFiles';

/** Texts with their bytes, in common encodings of each country (encoded by Python's codecs). */
const texts: [keyof typeof textEncodings, string, string][] = [
  [
    'windows-1250',
    'Jméno;Město;Částka\nPetr Novák;Plzeň;1\nJiří Dvořák;Brno;2\nŽaneta Černá;České Budějovice;3\n',
    '4a6de96e6f3b4dec73746f3bc8e173746b610a50657472204e6f76e16b3b506c7a65f23b310a4a69f8ed2044766ff8e16b3b42726e6f3b320a8e616e65746120c865726ee13bc865736be920427564ec6a6f766963653b330a',
  ],
  [
    'windows-1250',
    'Imię;Miasto\nŁukasz;Łódź\nGrażyna;Kraków\nMałgorzata;Gdańsk\nPaweł;Wrocław\n',
    '496d69ea3b4d696173746f0aa3756b61737a3ba3f3649f0a477261bf796e613b4b72616bf3770a4d61b3676f727a6174613b476461f1736b0a50617765b33b57726f63b361770a',
  ],
  [
    'windows-1250',
    'Név;Város\nSzabó Gergő;Győr\nTóth Ágnes;Székesfehérvár\nKovács Jenő;Hódmezővásárhely\n',
    '4ee9763b56e1726f730a537a6162f32047657267f53b4779f5720a54f3746820c1676e65733b537ae96b6573666568e97276e1720a4b6f76e16373204a656ef53b48f3646d657af576e173e17268656c790a',
  ],
  [
    'windows-1251',
    'Имя;Город\nИван;Москва\nОльга;Санкт-Петербург\n',
    'c8ecff3bc3eef0eee40ac8e2e0ed3bcceef1eae2e00aceebfce3e03bd1e0edeaf22dcfe5f2e5f0e1f3f0e30a',
  ],
  ['windows-1251', 'Имя,Цена\na,1\nb,2\n', 'c8ecff2cd6e5ede00a612c310a622c320a'],
  [
    'windows-1251',
    "Ім'я;Місто\nОлексій;Київ\nІрина;Львів\n",
    'b2ec27ff3bccb3f1f2ee0aceebe5eaf1b3e93bcae8bfe20ab2f0e8ede03bcbfce2b3e20a',
  ],
  [
    'shift_jis',
    '名前,都市,金額\n田中,東京,100\n鈴木,大阪,200\n',
    '96bc914f2c93738e732c8be08a7a0a936392862c938c8b9e2c3130300a97e996d82c91e58de32c3230300a',
  ],
  [
    'shift_jis',
    '商品名,価格\nりんご,100\nみかん,200\nバナナ,300\n',
    '8fa4956996bc2c89bf8a690a82e882f182b22c3130300a82dd82a982f12c3230300a836f836983692c3330300a',
  ],
  [
    'gb18030',
    '姓名,城市,金额\n张伟,北京,100\n王芳,上海,200\n',
    'd0d5c3fb2cb3c7cad02cbdf0b6ee0ad5c5ceb02cb1b1bea92c3130300acdf5b7bc2cc9cfbaa32c3230300a',
  ],
  [
    'gb18030',
    '产品,价格,数量\n苹果,5,10\n香蕉,3,20\n订单编号,1,2\n',
    'b2fac6b72cbcdbb8f12ccafdc1bf0ac6bbb9fb2c352c31300acfe3bdb62c332c32300ab6a9b5a5b1e0bac52c312c320a',
  ],
  [
    'big5',
    '姓名,城市\n陳先生,台北\n林小姐,高雄\n',
    'a96da6572cabb0a5ab0ab3afa5fda5cd2ca578a55f0aaa4ca470a96a2cb0aab6af0a',
  ],
  [
    'euc-kr',
    '이름,도시\n김철수,서울\n이영희,부산\n',
    'c0ccb8a72cb5b5bdc30ab1e8c3b6bcf62cbcadbfef0ac0ccbfb5c8f12cbacebbea0a',
  ],
  [
    'windows-1252',
    'Prénom;Ville\nHélène;Orléans\nFrançois;Besançon\nZoé;Nîmes\n',
    '5072e96e6f6d3b56696c6c650a48e96ce86e653b4f726ce9616e730a4672616ee76f69733b426573616ee76f6e0a5a6fe93b4eee6d65730a',
  ],
  [
    'windows-1252',
    'Name;Größe;Straße\nMüller;groß;Königstraße\nJäger;klein;Äußere Straße\n',
    '4e616d653b4772f6df653b53747261df650a4dfc6c6c65723b67726fdf3b4bf66e696773747261df650a4ae46765723b6b6c65696e3bc475df6572652053747261df650a',
  ],
  [
    'windows-1252',
    'Nombre;Ciudad\nJosé Muñoz;Málaga\nMaría Peña;Cádiz\n',
    '4e6f6d6272653b4369756461640a4a6f73e9204d75f16f7a3b4de16c6167610a4d6172ed61205065f1613b43e164697a0a',
  ],
  [
    'windows-1252',
    'Namn;Ort\nÅsa;Malmö\nBjörn;Göteborg\nPär;Växjö\n',
    '4e616d6e3b4f72740ac573613b4d616c6df60a426af6726e3b47f67465626f72670a50e4723b56e4786af60a',
  ],
  ['windows-1252', 'name,city\nKaffa,Malmö\nx,Oslo\n', '6e616d652c636974790a4b616666612c4d616c6df60a782c4f736c6f0a'],
  ['windows-1252', 'item;price\na;5 €\nb;7 €\n', '6974656d3b70726963650a613b3520800a623b3720800a'],
  ['windows-1252', 'a,b\nsaid “hello”,it’s\n', '612c620a73616964209368656c6c6f942c697492730a'],
  [
    'windows-1252',
    'place,temp\nOslo,5 °C\nRome,20 °C\n',
    '706c6163652c74656d700a4f736c6f2c3520b0430a526f6d652c323020b0430a',
  ],
  [
    'windows-1252',
    'Nome;Descrição\nJoão;Promoção de verão\nConceição;Não há informação\n',
    '4e6f6d653b446573637269e7e36f0a4a6fe36f3b50726f6d6fe7e36f20646520766572e36f0a436f6e636569e7e36f3b4ee36f2068e120696e666f726d61e7e36f0a',
  ],
  [
    'macintosh',
    'Prénom;Ville\nHélène;Orléans\nFrançois;Besançon\nZoé;Nîmes\n',
    '50728e6e6f6d3b56696c6c650a488e6c8f6e653b4f726c8e616e730a4672616e8d6f69733b426573616e8d6f6e0a5a6f8e3b4e946d65730a',
  ],
  [
    'macintosh',
    'Name;Größe;Straße\nMüller;groß;Königstraße\nJäger;klein;Äußere Straße\n',
    '4e616d653b47729aa7653b53747261a7650a4d9f6c6c65723b67726fa73b4b9a6e696773747261a7650a4a8a6765723b6b6c65696e3b8075a76572652053747261a7650a',
  ],
  [
    'macintosh',
    'Nombre;Ciudad\nJosé Muñoz;Málaga\nMaría Peña;Cádiz\n',
    '4e6f6d6272653b4369756461640a4a6f738e204d75966f7a3b4d876c6167610a4d6172926120506596613b438764697a0a',
  ],
  [
    'macintosh',
    'Nome;Descrição\nJoão;Promoção de verão\n',
    '4e6f6d653b4465736372698d8b6f0a4a6f8b6f3b50726f6d6f8d8b6f206465207665728b6f0a',
  ],
  [
    'koi8-r',
    'Имя;Город\nИван;Москва\nОльга;Санкт-Петербург\n',
    'e9cdd13be7cfd2cfc40ae9d7c1ce3bedcfd3cbd7c10aefccd8c7c13bf3c1cecbd42df0c5d4c5d2c2d5d2c70a',
  ],
  [
    'windows-1253',
    'Όνομα;Πόλη\nΓιώργος;Αθήνα\nΜαρία;Θεσσαλονίκη\n',
    'bcedefece13bd0fcebe70ac3e9fef1e3eff23bc1e8deede10acce1f1dfe13bc8e5f3f3e1ebefeddfeae70a',
  ],
  [
    'windows-1254',
    'Ad;Şehir\nAyşe;İstanbul\nOğuz;Eskişehir\nÇağrı;Diyarbakır\n',
    '41643bde656869720a4179fe653bdd7374616e62756c0a4ff0757a3b45736b69fe656869720ac761f072fd3b446979617262616bfd720a',
  ],
  [
    'windows-1255',
    'שם;עיר\nדוד;ירושלים\nשרה;תל אביב\n',
    'f9ed3bf2e9f80ae3e5e33be9f8e5f9ece9ed0af9f8e43bfaec20e0e1e9e10a',
  ],
  [
    'windows-1256',
    'الاسم;المدينة\nمحمد;القاهرة\nفاطمة;الرياض\n',
    'c7e1c7d3e33bc7e1e3cfede4c90ae3cde3cf3bc7e1dec7e5d1c90addc7d8e3c93bc7e1d1edc7d60a',
  ],
  [
    'windows-1250',
    'Nume;Oraş\nŞtefan;Bucureşti\nIoana;Iaşi\nMărioara;Timişoara\n',
    '4e756d653b4f7261ba0aaa746566616e3b427563757265ba74690a496f616e613b4961ba690a4de372696f6172613b54696d69ba6f6172610a',
  ],
  [
    'windows-1257',
    'Vardas;Miestas\nJonas Žukauskas;Šiauliai\nRūta;Panevėžys\n',
    '5661726461733b4d6965737461730a4a6f6e617320de756b6175736b61733bd06961756c6961690a52fb74613b50616e6576ebfe79730a',
  ],
];

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(text.includes(';') ? ';' : ','));

test.each(texts)('%s: %s', async (encoding, text, hex) => {
  const { tabs, reading } = await importBytes('a.csv', Buffer.from(hex, 'hex'));
  expect(reading?.encoding).toBe(encoding);
  expect(await cellsOf('a.csv', Buffer.from(hex, 'hex'))).toEqual(linesOf(text));
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
  const bytes = Buffer.concat([Buffer.from(`${'x'.repeat(98)};y\n`.repeat(16_000)), Buffer.from(texts[3]![2], 'hex')]);
  expect((await importBytes('a.csv', bytes)).reading?.encoding).toBe(texts[3]![0]);
});
