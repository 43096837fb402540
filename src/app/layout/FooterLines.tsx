import { Link } from 'react-router';
import { selectMarketingUrl } from '../about/aboutSelectors';
import { paths } from '../paths';
import { useAppSelector } from '../storeHooks';

/** The pages of the marketing site where none is named: those of this server. */
const OWN_SITE = '/site';

interface FooterLinesProps {
  /** Whether somebody is signed in: 'Pricing' leads to the guarded page, else to the plans on the marketing site. */
  readonly signedIn?: boolean;
}

/** The copyright line and the two links of every page (specification, section 2). */
export function FooterLines({ signedIn = true }: FooterLinesProps) {
  const marketingUrl = useAppSelector(selectMarketingUrl);
  const site = marketingUrl === '' ? OWN_SITE : marketingUrl.replace(/\/+$/, '');
  return (
    <>
      <span>© 2025 Tabpoint</span>
      {signedIn ? <Link to={paths.upgrade}>Pricing</Link> : <a href={`${site}/pricing.html`}>Pricing</a>}
      <a href={`${site}/privacy.html`} target="_blank" rel="noopener">
        Privacy Policy
      </a>
    </>
  );
}
