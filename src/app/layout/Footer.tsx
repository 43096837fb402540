import styled from 'styled-components';
import { Column } from '../parts/spacing';
import { FooterLines } from './FooterLines';

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

/** The foot of every page inside the layout. */
export const Footer = () => (
  <Box>
    <Column>
      <Inside>
        <FooterLines />
      </Inside>
    </Column>
  </Box>
);
