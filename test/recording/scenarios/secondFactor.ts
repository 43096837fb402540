import { Authenticator } from '../../fixtures/authenticator';
import { jsonOf } from '../client';
import type { Scenario } from '../stage';
import { PASSWORD, signedUp } from '../visitor';

const AUTH = '/api/auth';

/** Two-step sign-in. */
export const secondFactor: Scenario = {
  name: 'second-factor',
  about: 'Two-step sign-in: turned on, asked for, recovered, turned off, and required of everybody.',
  async play(stage) {
    const server = await stage.start();
    const ada = await signedUp(stage);
    const post = (title: string, path: string, json: object, as = ada) =>
      stage.call(title, { method: 'POST', path: AUTH + path, json, as });
    const password = { password: PASSWORD };
    /** Codes are not recorded, and are valid once. */
    const code = async (app: Authenticator, title: string, path: string, as = ada) => {
      const next = app.next();
      stage.names.literal(`"${next}"`, '"<code>"');
      return post(title, path, { code: next }, as);
    };

    stage.say('It is turned on');
    await post('with a wrong password', '/two-factor/enable', { password: 'wrong password' });
    const setUp = jsonOf<{ totpURI: string; backupCodes: string[] }>(
      await post('with the right one', '/two-factor/enable', password),
    );
    const app = new Authenticator(setUp.totpURI);
    setUp.backupCodes.forEach((one, at) => stage.names.literal(one, `<recovery code ${at + 1}>`));
    await stage.call('not yet', { path: '/api/account', as: ada });
    const wrong = app.wrong();
    stage.names.literal(`"${wrong}"`, '"<wrong code>"');
    await post('a wrong code', '/two-factor/verify-totp', { code: wrong });
    await code(app, 'a right one', '/two-factor/verify-totp');
    await stage.call('now', { path: '/api/account', as: ada });

    stage.say('It is asked for');
    const phone = stage.visitor('Ada');
    const signIn = { email: ada.email, ...password };
    await post('the first step', '/sign-in/email', signIn, phone);
    await stage.call('nobody is signed in yet', { path: '/api/account', as: phone });
    await post('a wrong code', '/two-factor/verify-totp', { code: wrong }, phone);
    await post('no code', '/two-factor/verify-totp', {}, phone);
    await code(app, 'a right one', '/two-factor/verify-totp', phone);
    await stage.call('signed in', { path: '/api/account', as: phone });
    const desk = stage.visitor('Ada');
    await post('another first step', '/sign-in/email', signIn, desk);
    await post('a recovery code', '/two-factor/verify-backup-code', { code: setUp.backupCodes[0] }, desk);
    const again = stage.visitor('Ada');
    await post('another first step', '/sign-in/email', signIn, again);
    await post('the same recovery code', '/two-factor/verify-backup-code', { code: setUp.backupCodes[0] }, again);
    await post('a code without a first step', '/two-factor/verify-totp', { code: wrong }, stage.visitor('Eve'));

    stage.say('Recovery codes, and the end');
    await post('others, with a wrong password', '/two-factor/generate-backup-codes', { password: 'wrong' }, phone);
    await post('others', '/two-factor/generate-backup-codes', password, phone);
    await stage.call('the account', { path: '/api/account', as: phone });
    stage.noteEnd(
      'the administrator turns it off',
      await server.admin(['turn-off-second-factor', ada.email]).then(withoutLog),
    );
    const free = stage.visitor('Ada');
    await stage.call('all sessions have ended', { path: '/api/account', as: phone });
    await post('the password alone', '/sign-in/email', signIn, free);
    const second = jsonOf<{ totpURI: string }>(await post('turned on again', '/two-factor/enable', password, free));
    await code(new Authenticator(second.totpURI), 'with its first code', '/two-factor/verify-totp', free);
    await post('turned off with a wrong password', '/two-factor/disable', { password: 'wrong' }, free);
    await post('turned off', '/two-factor/disable', password, free);
    await stage.call('the account', { path: '/api/account', as: free });

    stage.say('Where everybody has to');
    await server.stop();
    await server.start({ SECOND_FACTOR: 'required' });
    stage.use(server);
    const here = stage.visitor('Ada');
    await post('signing in', '/sign-in/email', signIn, here);
    await stage.call('nothing goes on', { path: '/api/projects', as: here });
    await stage.call('but the account', { path: '/api/account', as: here });
    await stage.call('what anybody may know', { path: '/api/about' });
    const third = jsonOf<{ totpURI: string }>(await post('it is set up', '/two-factor/enable', password, here));
    await code(new Authenticator(third.totpURI), 'and turned on', '/two-factor/verify-totp', here);
    await stage.call('all goes on', { path: '/api/projects', as: here });
    await post('it is not turned off', '/two-factor/disable', password, here);
  },
};

/** The log line without the process and the host. */
const withoutLog = ({ code, output }: { code: number | null; output: string }) => ({
  code,
  output: output.replace(/"time":\d+,"pid":\d+,"hostname":"[^"]*"/, '"time":<time>,"pid":<process>,"hostname":<host>'),
});
