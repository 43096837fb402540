/**
 * jsdom lays nothing out: the grid is told its size, and scrolls when it is asked to, as in a browser.
 *
 * @param cut a text that its cell is too narrow for
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
