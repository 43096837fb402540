import { Link } from 'react-router';
import styled from 'styled-components';
import { Icon } from './Icon';
import type { MenuChoice } from './Menu';

const Item = styled.button<{ $danger?: boolean }>`
  display: flex;
  align-items: center;
  gap: 9px;
  width: 100%;
  min-height: max(34px, var(--control-sm));
  padding: 0 10px;
  border: 0;
  border-radius: var(--r-sm);
  color: ${({ $danger }) => ($danger ? 'var(--danger-text)' : 'var(--ink)')};
  background: none;
  text-align: left;

  & > svg {
    color: ${({ $danger }) => ($danger ? 'inherit' : 'var(--ink-3)')};
  }
  &:hover,
  &:focus {
    background: var(--raised-hover);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Words = styled.span`
  max-width: 250px;
  padding: 6px 0;
  line-height: 18px;

  & > small {
    display: block;
    overflow-wrap: anywhere;
    color: var(--ink-3);
    font-size: var(--text-xs);
    line-height: 16px;
  }
`;

/** Stands before an item that leaves or takes away. */
const Rule = styled.hr`
  height: 1px;
  margin: 4px -4px;
  border: 0;
  background: var(--line);
`;

interface MenuItemProps extends MenuChoice {
  /** Something was chosen. */
  readonly onClose: () => void;
}

/** A choice of a menu: it goes to a page, or does something. */
export function MenuItem({ label, icon, to, onChoose, href, hint, danger, ruled, onClose }: MenuItemProps) {
  const choose = () => {
    onClose();
    onChoose?.();
  };
  const content = (
    <>
      <Icon name={icon} />
      {hint === undefined ? (
        label
      ) : (
        <Words>
          {label} <small>{hint}</small>
        </Words>
      )}
    </>
  );
  const props = { role: 'menuitem', tabIndex: -1, $danger: danger, onClick: choose, children: content };
  return (
    <>
      {ruled && <Rule />}
      {href !== undefined && <Item as="a" href={href} download {...props} />}
      {to !== undefined && <Item as={Link} to={to} {...props} />}
      {href === undefined && to === undefined && <Item type="button" {...props} />}
    </>
  );
}
