import { authPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { PASSWORD } from '../../fixtures/people';
import { postTo } from '../../fixtures/secondFactors';

test('closed sign-ups admit only the first account, even of concurrent ones', async () => {
  const { app, close } = await buildTestApp({ signUps: 'closed' });
  const tryToSignUp = (n: number) =>
    postTo({ app })(authPaths.signUpEmail, { name: 'a', email: `closed-${n}@tabpoint.example`, password: PASSWORD });
  const answers = await Promise.all([1, 2, 3, 4].map(tryToSignUp));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403, 403]);
  const late = await tryToSignUp(5);
  expect(late.statusCode).toBe(403);
  expect(late.json()).toEqual({
    code: 'sign_ups_closed',
    message: 'Sign-ups are closed on this server. Ask its administrator for an account.',
  });
  const about = await app.inject({ url: '/api/about' });
  expect(about.json()).toMatchObject({ signUps: 'closed' });
  await close();
});
