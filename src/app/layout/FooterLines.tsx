import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { selectMarketingUrl } from '../about/aboutSelectors';
import { paths } from '../paths';

/** The privacy policy where no marketing site is named: a page of this server. */
const OWN_POLICY = '/site/privacy.html';

const policyOf = (marketingUrl: string) =>
  marketingUrl === '' ? OWN_POLICY : `${marketingUrl.replace(/\/+$/, '')}/privacy.html`;

/** The copyright line and the two links of every page (specification, section 2). */
export function FooterLines() {
  const marketingUrl = useSelector(selectMarketingUrl);
  return (
    <>
      <span>© 2025 Tabpoint</span>
      <Link to={paths.upgrade}>Pricing</Link>
      <a href={policyOf(marketingUrl)} target="_blank" rel="noopener">
        Privacy Policy
      </a>
    </>
  );
}
