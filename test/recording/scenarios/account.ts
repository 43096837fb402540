import type { Scenario } from '../stage';
import { PASSWORD } from '../visitor';

const AUTH = '/api/auth';

/** People, from their account to its end. */
export const account: Scenario = {
  name: 'account',
  about: 'Signing up, in and out, sessions, passwords, and the account.',
  async play(stage) {
    await stage.start();
    const ada = stage.visitor('Ada');
    const phone = stage.visitor('Ada');
    const stranger = stage.visitor('Eve');
    const post = (title: string, path: string, json: unknown, as = ada) =>
      stage.call(title, { method: 'POST', path: AUTH + path, json, as });

    stage.say('Before there is an account');
    await stage.call('what anybody may know', { path: '/api/about' });
    await stage.call('no session', { path: `${AUTH}/get-session`, as: ada });
    for (const path of ['/api/account', '/api/projects', '/api/drive/spreadsheets', '/api/nothing-here', '/api']) {
      await stage.call('nobody gets past without a session', { path, as: ada });
    }
    await post('nobody has this address', '/sign-in/email', { email: ada.email, password: PASSWORD });

    stage.say('Signing up');
    await post('without a name', '/sign-up/email', { email: ada.email, password: PASSWORD });
    await post('an address that is none', '/sign-up/email', { name: 'Ada', email: 'nobody', password: PASSWORD });
    await post('a short password', '/sign-up/email', { name: 'Ada', email: ada.email, password: 'short' });
    await post(
      'a password that everybody has',
      '/sign-up/email',
      {
        ...{ name: 'Ada', email: ada.email, password: '1234567890' },
      },
      stage.visitor('Ada'),
    );
    await post(
      'a password of the address',
      '/sign-up/email',
      {
        ...{ name: 'Ada', email: 'ada.lovelace@people.example', password: 'ada.lovelace' },
      },
      stage.visitor('Ada'),
    );
    await post('as it should be', '/sign-up/email', { name: 'Ada', email: ada.email, password: PASSWORD });
    await post(
      'the same address again',
      '/sign-up/email',
      {
        ...{ name: 'Ada', email: ada.email, password: PASSWORD },
      },
      stranger,
    );
    await stage.call('the session', { path: `${AUTH}/get-session`, as: ada });
    await stage.call('the account', { path: '/api/account', as: ada });

    stage.say('Signing in and out');
    await post('a wrong password', '/sign-in/email', { email: ada.email, password: 'wrong password' }, phone);
    await post('another browser', '/sign-in/email', { email: ada.email, password: PASSWORD }, phone);
    await stage.call('both sessions', { path: `${AUTH}/list-sessions`, as: ada });
    await post('another name', '/update-user', { name: 'Ada Lovelace' });
    await post('a name that is none', '/update-user', { name: '' });
    await post('the other sessions end', '/revoke-other-sessions', {});
    await stage.call('the other browser is signed out', { path: '/api/account', as: phone });
    await post('signing out', '/sign-out', {});
    await stage.call('signed out', { path: '/api/account', as: ada });
    await post('signing in', '/sign-in/email', { email: ada.email, password: PASSWORD });

    stage.say('Passwords');
    const password = 'another horse battery';
    await post('a wrong one', '/change-password', { currentPassword: 'wrong password', newPassword: password });
    await post('too short', '/change-password', { currentPassword: PASSWORD, newPassword: 'short' });
    await post('another one', '/change-password', {
      ...{ currentPassword: PASSWORD, newPassword: password, revokeOtherSessions: true },
    });
    const desk = stage.visitor('Ada');
    await post('the former one', '/sign-in/email', { email: ada.email, password: PASSWORD }, desk);
    await post('the new one', '/sign-in/email', { email: ada.email, password }, desk);

    stage.say('What else may come');
    const from = { path: `${AUTH}/sign-out`, method: 'POST', json: {} };
    await stage.call('from another site', {
      ...from,
      headers: { ...ada.headers(stage.origin), origin: 'https://evil.example' },
    });
    await stage.call('without an origin', { ...from, headers: { cookie: ada.cookie } });
    await post('an address that is none', '/nothing-here', {});
    await stage.call('no JSON', {
      ...{ method: 'POST', path: `${AUTH}/sign-in/email`, as: stage.visitor('Eve') },
      ...{ body: '{"email":', headers: { 'content-type': 'application/json' } },
    });
    await stage.call('a wrong method', { method: 'PUT', path: '/api/account', as: ada, json: {} });
    await stage.call('an address of the app that is none', { path: '/api/nothing-here', as: ada });
    await stage.call('a key is no session', { path: '/api/account', key: 'tp_sk_nothing' });

    stage.say('The end of an account');
    await post('without the password', '/delete-user', {});
    await post('with a wrong one', '/delete-user', { password: 'wrong password' });
    await post('with the right one', '/delete-user', { password });
    await stage.call('it is gone', { path: '/api/account', as: ada });
    await post('nobody signs in to it', '/sign-in/email', { email: ada.email, password }, stage.visitor('Ada'));
  },
};
