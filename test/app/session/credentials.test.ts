import { authRefused, signInSubmitted, signUpSubmitted } from '../../../src/app/session/authFormSlice';
import { signInEventFor, signUpEventFor } from '../../../src/app/session/credentials';

const good = { name: 'Mara', email: 'mara@haldencoffee.example', password: 'ten chars!' };

describe('logging in', () => {
  it('submits, without the white space around the email', () => {
    expect(signInEventFor({ email: ` ${good.email} `, password: ' x ' })).toEqual(
      signInSubmitted({ email: good.email, password: ' x ' }),
    );
  });

  it.each([
    ['', 'Enter your email.'],
    ['  ', 'Enter your email.'],
    ['mara', '“mara” has no @. An email reads like you@example.com.'],
    ['jo@', 'Something is missing after the @ of “jo@”: example.com, for example.'],
    ['@example', 'Something is missing before the @ of “@example”.'],
    ['mara halden@example', 'An email has no spaces in it.'],
    ['a@b@c', '“a@b@c” has more than one @.'],
  ])('says what is wrong with the email "%s"', (email, message) => {
    expect(signInEventFor({ email, password: '' })).toEqual(authRefused({ message, field: 'email' }));
  });

  it('asks for a password', () => {
    expect(signInEventFor({ email: good.email, password: '' })).toEqual(
      authRefused({ message: 'Enter your password.', field: 'password' }),
    );
  });
});

describe('signing up', () => {
  it('submits', () => {
    expect(signUpEventFor({ ...good, name: ' Mara ' })).toEqual(signUpSubmitted(good));
  });

  it.each([
    [{ name: ' ' }, 'Enter your name.', 'name'],
    [{ email: '' }, 'Enter your email.', 'email'],
    [{ password: 'nine char' }, 'Use at least 10 characters.', 'password'],
  ] as const)('refuses %j', (wrong, message, field) => {
    expect(signUpEventFor({ ...good, ...wrong })).toEqual(authRefused({ message, field }));
  });
});
