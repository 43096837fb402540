import styled from 'styled-components';
import { Link } from '../ui/display/Link';
import { selectAbout, selectMarketingUrl } from '../about/aboutSlice';
import { basePath } from '../basePath';
import { Column } from '../ui/layout/spacing';
import { paths } from '../paths';
import { useAppSelector } from '../storeHooks';

/** Path of this server's own marketing pages, used if no marketing site is configured. */
const OWN_SITE = '/site';

/**
 * Returns the address of 'Pricing' for visitors who are not signed in. The own pages of a server without plans have `included.html`
 * instead; a separate marketing site always has `pricing.html`.
 */
function usePricing(site: string): string {
  const hasNoPlans = useAppSelector(selectAbout)?.plans === 'unlimited';
  const isOwnSite = site === basePath() + OWN_SITE;
  return `${site}/${hasNoPlans && isOwnSite ? 'included' : 'pricing'}.html`;
}

interface FooterLinesProps {
  /** Whether a user is signed in: 'Pricing' then links to the guarded page, else to a public one. */
  readonly signedIn?: boolean;
}

/** The copyright line and the two links of every page (specification, section 2). */
export function FooterLines({ signedIn = true }: FooterLinesProps) {
  const marketingUrl = useAppSelector(selectMarketingUrl);
  const site = marketingUrl === '' ? basePath() + OWN_SITE : marketingUrl.replace(/\/+$/, '');
  const pricing = usePricing(site);
  return (
    <>
      <span>© 2025 Tabpoint</span>
      {signedIn ? <Link to={paths.upgrade}>Pricing</Link> : <a href={pricing}>Pricing</a>}
      <a href={`${site}/privacy.html`} target="_blank" rel="noopener">
        Privacy Policy
      </a>
    </>
  );
}

const Box = styled.footer`
  flex: none;
  margin-top: auto;
`;

const Inside = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 24px;
  margin-top: 80px;
  padding: 24px 0 32px;
  border-top: 1px solid var(--line);
  color: var(--ink-3);
  font-size: var(--text-sm);

  & > :first-child {
    margin-right: auto;
  }
  & > a {
    border-radius: 2px;
    color: var(--ink-2);
  }
  & > a:hover {
    color: var(--ink);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;

/** The footer of every page inside the layout. */
export const Footer = () => (
  <Box>
    <Column>
      <Inside>
        <FooterLines />
      </Inside>
    </Column>
  </Box>
);
