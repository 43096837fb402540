import { authRefused, signInSubmitted, signUpSubmitted } from '../../../src/app/session/authFormSlice';
import { judgeSignIn, judgeSignUp } from '../../../src/app/session/credentials';

const good = { name: 'Mara', email: 'mara@haldencoffee.example', password: 'ten chars!' };

describe('logging in', () => {
  it('submits, without the white space around the email', () => {
    expect(judgeSignIn({ email: ` ${good.email} `, password: ' x ' })).toEqual(
      signInSubmitted({ email: good.email, password: ' x ' }),
    );
  });

  it.each(['', '  ', 'mara', 'mara@', '@example', 'mara halden@example'])(
    'asks for an email in place of "%s"',
    (email) => {
      expect(judgeSignIn({ email, password: '' })).toEqual(
        authRefused({ message: 'Enter your email.', field: 'email' }),
      );
    },
  );

  it('asks for a password', () => {
    expect(judgeSignIn({ email: good.email, password: '' })).toEqual(
      authRefused({ message: 'Enter your password.', field: 'password' }),
    );
  });
});

describe('signing up', () => {
  it('submits', () => {
    expect(judgeSignUp({ ...good, name: ' Mara ' })).toEqual(signUpSubmitted(good));
  });

  it.each([
    [{ name: ' ' }, 'Enter your name.', 'name'],
    [{ email: 'mara' }, 'Enter your email.', 'email'],
    [{ password: 'nine char' }, 'Use at least 10 characters.', 'password'],
  ] as const)('refuses %j', (wrong, message, field) => {
    expect(judgeSignUp({ ...good, ...wrong })).toEqual(authRefused({ message, field }));
  });
});
