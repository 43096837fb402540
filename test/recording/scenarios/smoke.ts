import { jsonOf } from '../client';
import { PLACES } from '../places';
import type { Scenario } from '../stage';
import { keyOf, PASSWORD, projectOf, uploaded } from '../visitor';

/** A little of everything, in seconds: the suite plays it. */
export const smoke: Scenario = {
  name: 'smoke',
  about: 'The way from an account to rows that are read and written.',
  async play(stage) {
    await stage.start();
    const as = stage.visitor('Ada');
    const json = { name: 'Ada', email: as.email, password: PASSWORD };
    await stage.call('an account', { method: 'POST', path: '/api/auth/sign-up/email', as, json });
    const sheetId = await uploaded(stage, as, PLACES);
    await stage.call('a check', { method: 'POST', path: '/api/projects/check', as, json: { sheetId } });
    const { id } = await projectOf(stage, as, sheetId);
    await stage.call('without a key', { path: `/v1/${id}/Places` });
    const key = await keyOf(stage, as, id);
    await stage.call('rows', { path: `/v1/${id}/Places?City=Oslo&_sort=-Founded`, key });
    const made = await stage.by({ key }).post('a new row', `/v1/${id}/Places`, { Name: 'Fuglen' });
    const { _id } = jsonOf<{ data: { _id: string } }>(made).data;
    await stage.call('the row', { path: `/v1/${id}/Places/${_id}`, key });
    await stage.call('a refusal', { path: `/v1/${id}/Places?Citty=Oslo`, key });
    await stage.call('a file', { path: `/v1/${id}/Places.csv?_limit=2`, key });
    await stage.call('its end', { method: 'DELETE', path: `/v1/${id}/Places/${_id}`, key });
    await stage.call('it is gone', { path: `/v1/${id}/Places/${_id}`, key });
  },
};
