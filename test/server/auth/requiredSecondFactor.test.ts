import { apiPaths, authPaths } from '../../../src/contract/paths';
import { turnSecondFactorOff } from '../../../src/server/adminCommands';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject } from '../../fixtures/driveFiles';
import { PASSWORD } from '../../fixtures/people';
import { firstStep, postTo, turnOn } from '../../fixtures/secondFactors';
import { bearer, makeKey } from '../keys/keyOf';

let post: ReturnType<typeof postTo>;
const server = beforeTests(() => buildTestApp({ secondFactor: 'required' }));
beforeAll(async () => {
  post = postTo(server);
});

const get = (url: string, cookie: string) => server.app.inject({ url, headers: { cookie } });
const MISSING = { status: 403, code: 'second_factor_required' };

describe('where SECOND_FACTOR is required', () => {
  test('who has none yet is refused by all of /api, unknown addresses included, with the reason', async () => {
    const { cookie } = await server.signUp();
    for (const url of [apiPaths.projects, apiPaths.account, apiPaths.googleConnection, '/api/nothing']) {
      const answer = await get(url, cookie);
      expect(answer.json()).toMatchObject({ ...MISSING, detail: expect.stringContaining('Set it up') });
    }
    const making = await post(apiPaths.driveSpreadsheets, { templateId: 'crm' }, cookie);
    expect(making.json()).toMatchObject(MISSING);
    expect((await get(apiPaths.about, cookie)).statusCode).toBe(200);
  });

  test.each<[string, object]>([
    [authPaths.updateUser, { name: 'Eve' }],
    [authPaths.changePassword, { currentPassword: PASSWORD, newPassword: 'another horse battery' }],
    [authPaths.deleteUser, { password: PASSWORD }],
    [authPaths.revokeOtherSessions, {}],
    [authPaths.renewRecoveryCodes, { password: PASSWORD }],
  ])('nor is their account changed: %s', async (url, body) => {
    const { cookie } = await server.signUp();
    const answer = await post(url, body, cookie);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'second_factor_required']);
    expect((await get(authPaths.getSession, cookie)).json()).toMatchObject({ secondFactorMissing: true });
  });

  test('a person with a second factor can use the API, but not turn it off', async () => {
    const ann = await server.signUp();
    expect((await get(authPaths.getSession, ann.cookie)).json()).toMatchObject({ secondFactorMissing: true });
    const two = await turnOn(server, ann);
    expect((await get(authPaths.getSession, two.cookie)).json()).not.toHaveProperty('secondFactorMissing');
    const own = { on: true, required: true, recoveryCodes: 10 };
    expect((await get(apiPaths.account, two.cookie)).json()).toMatchObject({ secondFactor: own });
    const off = await post(authPaths.disableSecondFactor, { password: PASSWORD }, two.cookie);
    expect([off.statusCode, off.json().code]).toEqual([403, 'second_factor_required']);
    await firstStep(server, ann.person.email);
  });

  test('keys of a person without a second factor keep working', async () => {
    const two = await turnOn(server, await server.signUp());
    const project = await createdProject(server, two);
    const { secret } = await makeKey(server, two, project.id);
    await turnSecondFactorOff(server, two.person.email);
    const rows = `/v1/${project.id}/${project.tabs[0]?.slug}`;
    expect((await server.app.inject({ url: rows, headers: bearer(secret) })).statusCode).toBe(200);
  });

  test('signing up and out works as usual', async () => {
    const { cookie } = await server.signUp();
    expect((await post(authPaths.signOut, {}, cookie)).statusCode).toBe(200);
    expect((await get(authPaths.getSession, cookie)).json()).toBeNull();
  });
});
