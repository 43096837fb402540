/**
 * Sets the grid's size and implements its scrolling, as jsdom has no layout.
 *
 * @param cut a text that is too wide for its cell
 */
export function layOut(cut?: string) {
  const sizes = { clientHeight: 553, clientWidth: 1_138, scrollHeight: 10_000_000 };
  for (const [name, size] of Object.entries(sizes))
    jest.spyOn(Element.prototype, name as keyof typeof sizes, 'get').mockReturnValue(size);
  jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return this.getAttribute('role') === 'grid' || this.textContent === cut ? 10_000 : 1_138;
  });
  Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
    if (typeof to !== 'object') return;
    this.scrollTop = to.top ?? this.scrollTop;
    this.scrollLeft = to.left ?? this.scrollLeft;
    this.dispatchEvent(new Event('scroll'));
  };
}
