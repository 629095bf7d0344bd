"""Fills an empty Tryton with a company in rupees, its accounts, a vendor, products and the portal's user: what `npm run test:tryton` buys with.

Usage: tryton.py DATABASE CONFIG PASSWORD-OF-THE-PORTAL. Prints the ids as one line of JSON.
"""
import datetime
import json
import os
import sys
from decimal import Decimal

from proteus import Model, Wizard, config

database, config_file, password = sys.argv[1:]
# The modules that Debian's tests ask for as they are imported.
os.environ.setdefault('DB_NAME', database)
session = config.set_trytond(database, user='admin', config_file=config_file)

Module = Model.get('ir.module')
Module.click(Module.find([('name', 'in', ['purchase', 'purchase_amendment', 'account_payment'])]), 'activate')
Wizard('ir.module.activate_upgrade').execute('upgrade')

from trytond.modules.account.tests.tools import create_chart, create_fiscalyear, get_accounts
from trytond.modules.account_invoice.tests.tools import create_payment_term, set_fiscalyear_invoice_sequences
from trytond.modules.company.tests.tools import create_company, get_company

Currency = Model.get('currency.currency')
rupee = Currency(name='Indian Rupee', code='INR', symbol='₹', digits=2, rounding=Decimal('0.01'))
rupee.rates.new(date=datetime.date(2020, 1, 1), rate=Decimal('1'))
rupee.save()
Party = Model.get('party.party')
buyer = Party(name='Bharat Retail')
buyer.save()
create_company(party=buyer, currency=rupee)
company = get_company()

fiscal_year = set_fiscalyear_invoice_sequences(create_fiscalyear(company))
fiscal_year.click('create_period')
create_chart(company)
accounts = get_accounts(company)

Tax = Model.get('account.tax')
taxes = []
for name in ('CGST 2.5%', 'SGST 2.5%'):
    tax = Tax(name=name, description=name, type='percentage', rate=Decimal('0.025'))
    tax.invoice_account = tax.credit_note_account = accounts['tax']
    tax.save()
    taxes.append(tax)

Category = Model.get('product.category')
accounting = Category(name='Goods at 5%', accounting=True)
accounting.account_expense = accounts['expense']
accounting.account_revenue = accounts['revenue']
for tax in taxes:
    accounting.supplier_taxes.append(Tax(tax.id))
accounting.save()

Uom = Model.get('product.uom')
unit, = Uom.find([('name', '=', 'Unit')])
dozen = Uom(name='Dozen', symbol='dz', category=unit.category, factor=12.0, rate=round(1 / 12.0, 12), rounding=0.01, digits=2)
dozen.save()

Template = Model.get('product.template')


def product(name, code, price, purchase_uom, *eans):
    template = Template(name=name, type='goods', purchasable=True)
    template.default_uom = unit
    template.purchase_uom = purchase_uom
    template.list_price = Decimal(price)
    template.cost_price_method = 'fixed'
    template.account_category = accounting
    made, = template.products
    made.suffix_code = code
    made.cost_price = Decimal(price)
    for ean in eans:
        made.identifiers.new(type='ean', code=ean)
    template.save()
    return template.products[0]


salt = product('Tata Salt 1 kg', 'SALT-1', '20.00', unit, '8901058000290', '18901058000297')
tea = product('चाय 250 g', 'TEA-250', '100.00', dozen, '8901030865435')

supplier = Party(name='Annapurna Rice Mill')
supplier.identifiers.new(code='27AAPFU0939F1ZV')
supplier.contact_mechanisms.new(type='email', value='orders@annapurna.example')
supplier.addresses[0].street = '12 Mill Road'
supplier.addresses[0].city = 'Pune'
supplier.save()

term = create_payment_term()
term.save()
Journal = Model.get('account.payment.journal')
journal = Journal(name='NEFT', process_method='manual')
journal.save()

User = Model.get('res.user')
Group = Model.get('res.group')
portal = User(name='Aapurti', login='aapurti', password=password)
portal.companies.append(company)
portal.company = company
for name in ('Purchase', 'Stock', 'Payment', 'Account'):
    portal.groups.extend(Group.find([('name', '=', name)]))
portal.save()

Location = Model.get('stock.location')
warehouse, = Location.find([('type', '=', 'warehouse')], limit=1)
print(json.dumps({
    'company': company.id,
    'currency': rupee.id,
    'unit': unit.id,
    'dozen': dozen.id,
    'salt': salt.id,
    'tea': tea.id,
    'taxes': [tax.id for tax in taxes],
    'supplier': supplier.id,
    'address': supplier.addresses[0].id,
    'term': term.id,
    'journal': journal.id,
    'warehouse': warehouse.id,
    'expense': accounts['expense'].id,
    'groups': [group.name for group in Group.find([])],
}))
