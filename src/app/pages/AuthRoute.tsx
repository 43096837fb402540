import { FooterLines } from '../layout/Footer';
import { AuthPage } from '../session/AuthPage';

/** /login and /signup, with the footer lines of every page. */
export function AuthRoute() {
  return <AuthPage foot={<FooterLines signedIn={false} />} />;
}
