import { FooterLines } from '../layout/Footer';
import { AuthPage } from '../session/AuthPage';

/** /login and /signup, with the lines of every page at their foot. */
export function AuthRoute() {
  return <AuthPage foot={<FooterLines signedIn={false} />} />;
}
