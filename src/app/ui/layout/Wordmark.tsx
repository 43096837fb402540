import styled from 'styled-components';
import { Link } from '../display/Link';

const Home = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: 9px;
  border-radius: var(--r-xs);
  font-size: 18px;
  font-weight: var(--weight-bold);
  line-height: 1;
  letter-spacing: -0.03em;
`;

const Second = styled.span`
  color: var(--accent-text);
`;

interface SignProps {
  /** Width and height in pixels; 22 by default. */
  readonly size?: number;
}

/** The logo without the name. */
export const Sign = ({ size = 22 }: SignProps) => (
  <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true">
    <path d="M1 3h20" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" />
    <path d="M4 3h14v11.5a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5V3Z" fill="var(--accent)" />
    <circle cx="11" cy="11.2" r="2.6" fill="var(--on-accent)" />
  </svg>
);

/** The logo with the two-tone name, as a link to the projects. */
export const Wordmark = () => (
  <Home to="/" aria-label="Tabpoint, projects">
    <Sign />
    <span>
      Tab<Second>point</Second>
    </span>
  </Home>
);
