import { hostile } from '../hostile';
import { jsonOf } from '../client';
import { PLACES, sample } from '../places';
import type { Scenario } from '../stage';
import { signedUp } from '../visitor';

const DRIVE = '/api/drive/spreadsheets';

interface Uploaded {
  readonly spreadsheet: { readonly id: string };
}

/** Files that are uploaded into the drive, and downloaded from it. */
export const uploads: Scenario = {
  name: 'uploads',
  about: 'Workbooks in the drive: what is read, what is refused, and how they come out again.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const eve = await signedUp(stage, 'Eve');
    const upload = (title: string, file: Parameters<typeof stage.call>[1]['file']) =>
      stage.call(title, { method: 'POST', path: DRIVE, as: ada, file });
    const ids = new Map<string, string>();

    stage.say('Files that are read');
    for (const name of [
      ...['AutoFilter.ods', 'defined_names_unicode.ods', 'merge_cells.ods', 'number_format.ods'],
      ...['sheet_visibility.ods'],
      ...['sheet_visibility.xlsx', 'mixed_sheets.xlsx', 'world-reference.xlsx', 'country-codes.csv'],
    ]) {
      ids.set(name, jsonOf<Uploaded>(await upload(name, sample(name))).spreadsheet.id);
    }
    const places = jsonOf<Uploaded>(await upload('a small one', PLACES)).spreadsheet.id;
    await upload('semicolons and a byte order mark', { name: 'a.csv', bytes: '\uFEFFa;b\n1,5;2\n' });
    await upload('a name in capitals', { name: 'TEAS.CSV', bytes: 'a,b\n1,2\n' });
    await upload('Latin-1', { name: 'latin.csv', bytes: Buffer.from('a,b\nBønne,2\n', 'latin1') });

    stage.say('Files that are refused');
    for (const { name, title, bytes } of hostile) await upload(title, { name, bytes });
    const post = { method: 'POST', path: DRIVE, as: ada };
    await stage.call('no form', { ...post, body: 'a,b\n1,2\n', headers: { 'content-type': 'text/csv' } });
    await stage.call('a form that breaks off', {
      ...{ ...post, body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b' },
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    await stage.call('another field', {
      ...{
        ...post,
        body: '--x\r\nContent-Disposition: form-data; name="other"; filename="a.csv"\r\n\r\na,b\r\n--x--\r\n',
      },
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    await stage.call('no template', { ...post, json: { templateId: 'nothing-here' } });
    await stage.call('neither file nor template', { ...post, json: {} });

    stage.say('What is in the drive');
    await stage.call('all', { path: DRIVE, as: ada });
    await stage.call('one', { path: `${DRIVE}/${places}`, as: ada });
    await stage.call('somebody else’s', { path: `${DRIVE}/${places}`, as: eve });
    await stage.call('none', { path: `${DRIVE}/tpd_aaaaaaaaaaaaaaaaaaaaaaaa`, as: ada });
    for (const query of ['format=original', 'format=xlsx', 'format=csv&tab=0', 'format=csv&tab=7', 'format=pdf', '']) {
      await stage.call('out of it', { path: `${DRIVE}/${places}/file?${query}`, as: ada });
    }
    const world = ids.get('mixed_sheets.xlsx') ?? '';
    await stage.call('the file as it came', { path: `${DRIVE}/${world}/file?format=original`, as: ada });
    await stage.call('a part of it', {
      ...{ path: `${DRIVE}/${world}/file?format=original`, as: ada },
      headers: { range: 'bytes=0-9' },
    });
    await stage.call('as a workbook', { path: `${DRIVE}/${world}/file?format=xlsx`, as: ada });

    stage.say('Another name, and the end');
    const one = { path: `${DRIVE}/${places}`, as: ada };
    await stage.call('another name', { ...one, method: 'PATCH', json: { title: 'Cafés' } });
    await stage.call('no name', { ...one, method: 'PATCH', json: { title: '' } });
    await stage.call('something else', { ...one, method: 'PATCH', json: { name: 'x' } });
    await stage.call('a wrong method', { ...one, method: 'PUT', json: {} });
    await stage.call('somebody else’s', { ...one, as: eve, method: 'DELETE' });
    await stage.call('the end', { ...one, method: 'DELETE' });
    await stage.call('it is gone', one);
  },
};
