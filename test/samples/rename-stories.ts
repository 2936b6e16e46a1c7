// Small projects in which a function is renamed while its callers keep the old name, for tests of broken calls.

export interface RenameStory {
  files: Record<string, string>;
  /** The file that defines it. */
  defines: string;
  calls: [file: string, line: number, caller: string][];
  from: string;
  to: string;
  /** The head of the definition, and one with a parameter more. */
  head: string;
  longerHead: string;
}

export const renameStories: Record<string, RenameStory> = {
  Python: {
    files: {
      "shop/price.py":
        "def net_to_gross(net, rate):\n    gross = net * (1 + rate)\n    return round(gross, 2)\n",
      "shop/invoice.py":
        "from shop.price import net_to_gross\n\n\ndef total(lines):\n    return sum(net_to_gross(one.net, 0.19) for one in lines)\n",
      "shop/cart.py":
        "from shop import price\n\n\ndef shown(cart):\n    return price.net_to_gross(cart.sum, cart.rate)\n",
      "shop/__init__.py": "",
    },
    ...{ defines: "shop/price.py", from: "net_to_gross", to: "gross_of" },
    calls: [
      ["shop/cart.py", 5, "shown"],
      ["shop/invoice.py", 5, "total"],
    ],
    head: "def net_to_gross(net, rate):",
    longerHead: "def net_to_gross(net, rate, digits):",
  },
  TypeScript: {
    files: {
      "src/price.ts":
        "export function netToGross(net: number, rate: number): number {\n  const gross = net * (1 + rate);\n  return Math.round(gross * 100) / 100;\n}\n",
      "src/invoice.ts":
        'import { netToGross } from "./price.ts";\n\nexport function total(nets: number[]): number {\n  return nets.reduce((sum, net) => sum + netToGross(net, 0.19), 0);\n}\n',
      "src/cart.ts":
        'import * as price from "./price.ts";\n\nexport function shown(sum: number): string {\n  return String(price.netToGross(sum, 0.07));\n}\n',
    },
    ...{ defines: "src/price.ts", from: "netToGross", to: "grossOf" },
    calls: [
      ["src/cart.ts", 4, "shown"],
      ["src/invoice.ts", 4, "total"],
    ],
    head: "export function netToGross(net: number, rate: number): number {",
    longerHead: "export function netToGross(net: number, rate: number, digits: number): number {",
  },
  Go: {
    files: {
      "go.mod": "module shop\n\ngo 1.22\n",
      "price.go":
        "package shop\n\nfunc netToGross(net float64, rate float64) float64 {\n\tgross := net * (1 + rate)\n\treturn gross\n}\n",
      "invoice.go":
        "package shop\n\nfunc total(nets []float64) float64 {\n\tsum := 0.0\n\tfor _, net := range nets {\n\t\tsum += netToGross(net, 0.19)\n\t}\n\treturn sum\n}\n",
    },
    ...{ defines: "price.go", from: "netToGross", to: "grossOf" },
    calls: [["invoice.go", 6, "total"]],
    head: "func netToGross(net float64, rate float64) float64 {",
    longerHead: "func netToGross(net float64, rate float64, digits int) float64 {",
  },
};
