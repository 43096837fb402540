import { Link } from 'react-router';
import styled from 'styled-components';
import type { Project, ProjectTab } from '../../contract/projects';
import { paths, type ProjectView } from '../paths';

const Bar = styled.nav`
  display: flex;
  gap: 4px;
  overflow-x: auto;
  margin: 16px 0 0 -10px;
  padding-left: 10px;
  background: linear-gradient(var(--line), var(--line)) 10px 100% / 100% 1px no-repeat;
  scrollbar-width: none;
`;

const View = styled(Link)`
  position: relative;
  padding: 9px 10px 11px;
  border-radius: 6px 6px 0 0;
  color: var(--ink-2);
  white-space: nowrap;

  &:first-child {
    margin-left: -10px;
  }
  &:hover {
    color: var(--ink);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-current] {
    color: var(--ink);
    font-weight: var(--weight-semibold);
  }
  &[aria-current]::after {
    content: '';
    position: absolute;
    right: 10px;
    bottom: 0;
    left: 10px;
    height: 2px;
    border-radius: 2px 2px 0 0;
    background: var(--accent);
  }
`;

/** Between what belongs to the tab and what belongs to the whole project. */
const Divider = styled.span`
  flex: none;
  width: 1px;
  margin: 11px 8px;
  background: var(--line-strong);
`;

interface ViewTabsProps {
  readonly project: Project;
  readonly tab: ProjectTab;
  readonly current: ProjectView;
}

/** The views of a project. */
export const ViewTabs = ({ project, tab, current }: ViewTabsProps) => (
  <Bar aria-label="Views">
    <View to={paths.project(project.id, tab.title)} aria-current={current === 'data' ? 'page' : undefined}>
      Data
    </View>
    <Divider aria-hidden="true" />
    <View to={paths.project(project.id, tab.title, 'access')} aria-current={current === 'access' ? 'page' : undefined}>
      Access
    </View>
  </Bar>
);
