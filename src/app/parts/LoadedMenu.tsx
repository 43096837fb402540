import { FloatingList } from '@floating-ui/react';
import type { KeyboardEvent } from 'react';
import styled, { keyframes } from 'styled-components';
import type { MenuProps } from './Menu';
import { MenuContext } from './menuContext';
import { MenuItem } from './MenuItem';
import { useMenuBehaviour } from './useMenuBehaviour';

const rise = keyframes`
  from { opacity: 0; translate: 0 4px; }
`;

/** The raised sheet that the items of a menu stand on. */
export const MenuBox = styled.div`
  z-index: var(--z-menu);
  min-width: 200px;
  padding: 4px;
  border-radius: 10px;
  background: var(--raised);
  box-shadow: var(--shadow-3);
  font-size: var(--text-sm);
  text-align: left;
  animation: ${rise} var(--t) var(--ease);
`;

/** A button and the menu that it opens. */
export function LoadedMenu({ hover = false, button, items }: MenuProps) {
  const { open, active, elements, labels, place, setButton, setMenu, interactions, close } = useMenuBehaviour({
    hover,
  });
  const leaveByTab = (event: KeyboardEvent) => event.key === 'Tab' && close();
  return (
    <MenuContext value={{ active, close, itemProps: interactions.getItemProps }}>
      {button({ ref: setButton, ...interactions.getReferenceProps() })}
      {open && (
        <MenuBox ref={setMenu} style={place} {...interactions.getFloatingProps({ onKeyDown: leaveByTab })}>
          <FloatingList elementsRef={elements} labelsRef={labels}>
            {items.map((item) => (
              <MenuItem key={item.label} {...item} />
            ))}
          </FloatingList>
        </MenuBox>
      )}
    </MenuContext>
  );
}
