import { useListItem } from '@floating-ui/react';
import { Link } from 'react-router';
import styled, { css } from 'styled-components';
import { Icon } from './Icon';
import type { MenuChoice } from './Menu';
import { useMenu } from './menuContext';

const itemLook = css<{ $danger?: boolean }>`
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

const ItemLink = styled(Link)<{ $danger?: boolean }>`
  ${itemLook}
`;

const ItemButton = styled.button<{ $danger?: boolean }>`
  ${itemLook}
`;

const ItemFile = styled.a<{ $danger?: boolean }>`
  ${itemLook}
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

/** A choice of a menu: it goes to a page, or does something. */
export function MenuItem({ label, icon, to, onChoose, href, hint, danger, ruled }: MenuChoice) {
  const { active, itemProps, close } = useMenu();
  const { ref, index } = useListItem({ label });
  const choose = () => {
    close();
    onChoose?.();
  };
  const props = { role: 'menuitem', tabIndex: active === index ? 0 : -1, ...itemProps({ onClick: choose }) };
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
  if (href !== undefined) {
    return (
      <>
        {ruled && <Rule />}
        <ItemFile ref={ref} href={href} download {...props}>
          {content}
        </ItemFile>
      </>
    );
  }
  return (
    <>
      {ruled && <Rule />}
      {to === undefined ? (
        <ItemButton type="button" ref={ref} $danger={danger} {...props}>
          {content}
        </ItemButton>
      ) : (
        <ItemLink ref={ref} to={to} {...props}>
          {content}
        </ItemLink>
      )}
    </>
  );
}
