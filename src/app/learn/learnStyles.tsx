import styled, { css } from 'styled-components';
import { Link } from '../ui/display/Link';
import { smallText } from '../ui/display/text';
import { below, hideOnPhones, insetFocus, Page } from '../ui/layout/spacing';

/** Columns of a page: the navigation, the content, and for an article its table of contents. */
export const Columns = styled(Page)<{ $article?: boolean }>`
  display: grid;
  grid-template-columns: ${({ $article }) => ($article ? '220px minmax(0, 680px) 168px' : '220px minmax(0, 1fr)')};
  gap: ${({ $article }) => ($article ? 48 : 56)}px;
  justify-content: space-between;
  align-items: start;

  ${below.columns} {
    grid-template-columns: 200px minmax(0, 1fr);
  }
  ${below.lists} {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    padding-top: 24px;
  }
`;

/** A sticky column, which scrolls on its own if it is higher than the window. */
const stickyColumn = css`
  position: sticky;
  top: calc(var(--header-h) + 24px);
  max-height: calc(100vh - var(--header-h) - 48px);
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
`;

export const Side = styled.nav`
  ${stickyColumn}
  ${hideOnPhones}
`;

export const Contents = styled.nav`
  ${stickyColumn}
  ${below.columns} {
    display: none;
  }
`;

/** Title of a group of links; not a heading, as headings belong to the page's content. */
export const GroupTitle = styled.p`
  margin-bottom: 6px;
  font-size: var(--text-sm);
  font-weight: var(--weight-semibold);
  line-height: 20px;
`;

/** A link of the navigation; the current one is marked at its left edge. */
export const SideLink = styled(Link)`
  display: block;
  padding: 5px 12px;
  border-left: 1px solid var(--line);
  color: var(--ink-2);
  ${smallText}

  &:hover {
    border-left-color: var(--line-control);
    color: var(--ink);
  }
  ${insetFocus}
  &[aria-current] {
    padding-left: 11px;
    border-left: 2px solid var(--accent);
    color: var(--accent-text);
    font-weight: var(--weight-semibold);
  }
`;

/** Guides in two columns. */
export const GuideGrid = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 0 40px;

  ${below.lists} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** The link to a guide, with its title, minutes and summary. */
export const GuideLink = styled(Link)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 2px 16px;
  height: 100%;
  padding: 16px 0;
  border-top: 1px solid var(--line);

  &:hover > :first-child {
    color: var(--accent-text);
  }
  ${insetFocus}
`;

export const Minutes = styled.span`
  color: var(--ink-3);
  font-size: var(--text-xs);
  font-variant-numeric: tabular-nums;
  line-height: 24px;
`;
